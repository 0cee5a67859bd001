import { ATTEMPT_LIMITS, type AttemptLimit, type AttemptLimitName } from '@granary/domain/attempt-limits.ts'
import { type Context, now } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'
import { unlogged } from '../kit/sql/unlogged.ts'

/** A limit, and what it counts: a name, an address, a user. Once it is reached, `beyond` decides if there is one. */
export type Counter = { limit: AttemptLimitName; of: string; beyond?: Counter }

/** A counted attempt. Without one of these calls it stays counted as a failure. */
export type Attempt = {
  /** Stops counting this attempt: it was no guess, or a correct one. */
  giveBack: () => Promise<void>
  /** The attempt was correct: also forgets the failures of some limits. */
  succeed: (...forgotten: AttemptLimitName[]) => Promise<void>
}

/**
 * Counts an attempt before it is checked, so that concurrent attempts can't exceed a limit. Each counter is one atomic
 * statement outside of transactions, which also holds for several servers.
 * @param counters from the narrowest limit to the widest. An attempt that one of them refuses counts in none.
 * @param what the kind of attempt, for the message.
 * @throws ApiError 429 with `retry-after` (seconds) when a limit is reached.
 */
export async function countAttempt(
  context: Context,
  counters: readonly Counter[],
  what = 'failed sign-ins',
): Promise<Attempt> {
  if (!context.services.settings.limitAttempts) return { giveBack: async () => {}, succeed: async () => {} }
  await deleteOldAttempts(context)
  const counted: Counter[] = []
  const giveBack = async () => {
    for (const counter of counted.splice(0)) await uncount(context, counter)
  }
  for (const counter of counters) {
    const second = counter.beyond
    if (await count(context, counter)) counted.push(counter)
    else if (second && (await count(context, second))) counted.push(second)
    else {
      await giveBack()
      throw tooMany(what, await secondsLeft(context, second ?? counter))
    }
  }
  return {
    giveBack,
    async succeed(...forgotten) {
      await giveBack()
      const keys = counters.filter(({ limit }) => forgotten.includes(limit)).map(keyOf)
      if (keys.length > 0)
        await unlogged(context).deleteFrom('sign_in_attempt').where('key', 'in', keys).execute()
    },
  }
}

const keyOf = ({ limit, of }: Counter): string => `${limit}:${of}`
const limitOf = ({ limit }: Counter): AttemptLimit => ATTEMPT_LIMITS[limit]

/** Counts an attempt if the limit has room for it. The counter restarts when its window has passed. */
async function count(context: Context, counter: Counter): Promise<boolean> {
  const time = now(context)
  const { allowed, window, thenEvery } = limitOf(counter)
  const windowStart = before(context, window)
  const row = await unlogged(context)
    .insertInto('sign_in_attempt')
    .values({ key: keyOf(counter), failures: 1, time_first: time, time_last: time })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => {
          const isOver = eb('sign_in_attempt.time_first', '<=', windowStart)
          const failures = eb('sign_in_attempt.failures', '+', 1)
          return {
            failures: eb.case().when(isOver).then(1).else(failures).end(),
            time_first: eb.case().when(isOver).then(time).else(eb.ref('sign_in_attempt.time_first')).end(),
            time_last: time,
          }
        })
        .where((eb) =>
          eb.or([
            eb('sign_in_attempt.time_first', '<=', windowStart),
            eb('sign_in_attempt.failures', '<', allowed),
            ...(thenEvery === undefined
              ? []
              : [eb('sign_in_attempt.time_last', '<=', before(context, thenEvery))]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** A counter of nothing is deleted: anyone can attempt any name, and would otherwise leave a row for each. */
async function uncount(context: Context, counter: Counter): Promise<void> {
  const { numDeletedRows } = await unlogged(context)
    .deleteFrom('sign_in_attempt')
    .where('key', '=', keyOf(counter))
    .where('failures', '<=', 1)
    .executeTakeFirst()
  if (numDeletedRows > 0) return
  await unlogged(context)
    .updateTable('sign_in_attempt')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('key', '=', keyOf(counter))
    .where('failures', '>', 0)
    .execute()
}

/** Returns the seconds until a limit has room again, at least 1. */
async function secondsLeft(context: Context, counter: Counter): Promise<number> {
  const { window, thenEvery } = limitOf(counter)
  const row = await context.db
    .selectFrom('sign_in_attempt')
    .select(['time_first', 'time_last'])
    .where('key', '=', keyOf(counter))
    .executeTakeFirst()
  if (!row) return 1
  const end =
    thenEvery === undefined ? Date.parse(row.time_first) + window : Date.parse(row.time_last) + thenEvery
  return Math.max(1, Math.ceil((end - context.clock.now().getTime()) / 1000))
}

const tooMany = (what: string, seconds: number) =>
  new ApiError(429, 'TooManyRequests', `too many ${what}; try again in ${seconds} seconds`, {
    'retry-after': String(seconds),
  })

const MAX_WINDOW_MS = Math.max(...Object.values(ATTEMPT_LIMITS).map(({ window }) => window))

/** Deletes counters whose window has passed. */
async function deleteOldAttempts(context: Context): Promise<void> {
  await unlogged(context)
    .deleteFrom('sign_in_attempt')
    .where('time_first', '<=', before(context, MAX_WINDOW_MS))
    .execute()
}

const before = ({ clock }: Context, age: number): string =>
  new Date(clock.now().getTime() - age).toISOString()
