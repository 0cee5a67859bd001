import { describeError } from '../kit/base/describe-error.ts'
import type { Services } from '../kit/context/services.ts'
import { added } from '../shared/alerts/add-deliveries.ts'
import { deliverTo, releaseClaims } from './deliver.ts'

/** Time between two looks for due deliveries; milliseconds. */
const LEAST_MS = 200
const MOST_MS = 60_000
/** Time until the first look, so that a start is over by then; milliseconds. */
const FIRST_MS = 10_000

/**
 * Sends due deliveries. Each receiver has a lane of its own, so that one that is slow or away delays no other; there are 64 at most.
 * Those that another server has added are found within a minute.
 * @returns a function that ends it. Attempts that run then are made again after the next start.
 */
export function startDelivering(services: Services): () => Promise<void> {
  const ending = new AbortController()
  const lanes = new Map<string, Promise<void>>()
  let cancel = () => {}
  let looking = Promise.resolve()
  let state: 'sleeping' | 'woken' | 'looking' | 'woken while looking' = 'sleeping'

  const deliver = (receiver: string) => {
    const lane = deliverTo(services, receiver, ending.signal)
      .catch((error: unknown) => {
        if (!ending.signal.aborted)
          services.log('warn', 'alerts could not be delivered', { receiver, error: describeError(error) })
      })
      .finally(() => lanes.delete(receiver))
    lanes.set(receiver, lane)
  }
  /** Starts the lanes of receivers with due deliveries. @returns the time until the next look in milliseconds. */
  const look = async (): Promise<number> => {
    const time = services.clock.now().getTime()
    let wait = MOST_MS
    for (const { id, next } of await nextAttempts(services).execute()) {
      if (next === null) continue
      const left = Date.parse(next) - time
      if (left <= 0 && !lanes.has(id)) deliver(id)
      wait = Math.min(wait, Math.max(left, LEAST_MS))
    }
    return wait
  }
  // An embedded database has one server, so claims that are left from the last run belong to a dead one.
  let isFirst = services.engine === 'sqlite'
  const run = async (): Promise<void> => {
    state = 'looking'
    const wait = await (isFirst ? releaseClaims(services).then(look) : look()).catch((error: unknown) => {
      services.log('warn', 'deliveries of alerts could not be read', { error: describeError(error) })
      return MOST_MS
    })
    isFirst = false
    const isWoken = (state as string) === 'woken while looking'
    state = isWoken ? 'woken' : 'sleeping'
    lookIn(isWoken ? LEAST_MS : wait)
  }
  const lookIn = (ms: number) => {
    if (ending.signal.aborted) return
    cancel()
    cancel = services.clock.setTimer(ms, () => (looking = run()))
  }
  services.state.of(added).wake = () => {
    if (state === 'looking') state = 'woken while looking'
    if (state !== 'sleeping') return
    state = 'woken'
    lookIn(LEAST_MS)
  }
  lookIn(FIRST_MS)
  return async () => {
    ending.abort()
    cancel()
    await looking
    await Promise.all(lanes.values())
  }
}

/** Builds the query for when the next attempt to each receiver is due: one look at an index for each. */
export const nextAttempts = ({ db }: Pick<Services, 'db'>) =>
  db.selectFrom('alert_receiver').select((select) => [
    'id',
    select
      .selectFrom('alert_delivery')
      .select((row) => row.fn.min('next_attempt_at').as('next'))
      .whereRef('receiver_id', '=', 'alert_receiver.id')
      .where('state', '=', 'pending')
      .as('next'),
  ])
