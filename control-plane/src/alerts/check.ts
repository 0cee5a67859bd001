import type { NotNull } from 'kysely'
import type { AlertRow } from '../database/schema.ts'
import { currentTarget } from '../kinds/system-update.ts'
import type { Context } from '../kit/context/context.ts'
import { describeError } from '../kit/base/describe-error.ts'
import type { Services } from '../kit/context/services.ts'
import { inLockedTransaction, inSnapshot, systemContext } from '../kit/resources/transaction.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { causeKey, clearOpen, raise, raiseLasting, resolve, SETTLING_MS } from '../shared/alerts/raise.ts'
import { isUnfinished } from '../shared/updates/components.ts'
import { type Checked, found } from './found.ts'
import { levelCauses } from './levels.ts'
import { metricCauses } from './metric-causes.ts'
import { networkCauses } from './network-causes.ts'

/** Time between two checks; milliseconds. */
const INTERVAL_MS = 60_000
/** Free space above the minimum below which the data folder counts as nearly full; bytes. */
const ENOUGH_SPACE = GiB

const system = (services: Services) => systemContext(services, 'alert_check')

/** Raises the alerts of which no change of a row tells, and resolves those whose cause has ended. Repeating it does nothing. */
export async function checkAlerts(services: Services): Promise<void> {
  const checked: Checked[] = [
    await inSnapshot(system(services), levelCauses),
    await spaceCause(services),
    await networkCauses(services),
    metricCauses(services),
  ]
  const causes = checked.flatMap((each) => each.causes)
  const names = new Set<string>(checked.flatMap((each) => each.names))
  const open = await inSnapshot(system(services), ({ db }) =>
    db
      .selectFrom('alert')
      .selectAll()
      .where('cause', 'is not', null)
      .$narrowType<{ cause: NotNull }>()
      .execute(),
  )
  const keys = new Map(causes.map((found) => [causeKey(found.name, found.cause), found]))
  const going = new Set(open.flatMap(({ cause, time_cleared }) => (time_cleared === null ? [cause] : [])))
  for (const [key, { name, cause }] of keys)
    if (!going.has(key)) await change(services, (context) => raiseLasting(context, name, cause))
  for (const row of open)
    if (names.has(row.class) && !keys.has(row.cause))
      await changeOpen(services, row, (context, current) => clearOpen(context, current))
  await resolveSettled(services, open)
  await noteEndOfUpdate(services)
}

/** Resolves the alerts whose cause ended long enough ago. */
async function resolveSettled(services: Services, open: readonly AlertRow[]): Promise<void> {
  const settled = new Date(services.clock.now().getTime() - SETTLING_MS).toISOString()
  const isSettled = ({ time_cleared }: AlertRow) => time_cleared !== null && time_cleared <= settled
  for (const row of open.filter(isSettled))
    await changeOpen(services, row, async (context, current) => {
      if (isSettled(current)) await resolve(context, current)
    })
}

const change = (services: Services, work: (context: Context) => Promise<void>): Promise<void> =>
  inLockedTransaction(system(services), work)

/** Changes an alert as it is now, unless it is resolved. Another server may check at the same time. */
const changeOpen = (
  services: Services,
  { id }: AlertRow,
  work: (context: Context, current: AlertRow) => Promise<void>,
): Promise<void> =>
  change(services, async (context) => {
    let query = context.db.selectFrom('alert').selectAll().where('id', '=', id)
    if (context.engine === 'postgres') query = query.forUpdate()
    const current = await query.executeTakeFirst()
    if (current?.cause) await work(context, current)
  })

async function spaceCause({ hasSpaceFor }: Services): Promise<Checked> {
  const names = hasSpaceFor ? (['data_folder.nearly_full'] as const) : []
  if (!hasSpaceFor || (await hasSpaceFor(ENOUGH_SPACE))) return { names, causes: [] }
  const isFull = !(await hasSpaceFor(0))
  const message = isFull
    ? 'The data folder is full, so the server stores nothing new'
    : 'The data folder is nearly full: less than 1 GiB is left'
  const cause = { subject: null, payload: { message, is_full: isFull } }
  return { names, causes: [found('data_folder.nearly_full', cause)] }
}

/** Raises the alert that an update has ended, once for each target release. */
async function noteEndOfUpdate(services: Services): Promise<void> {
  const isOver = await inSnapshot(system(services), endedUpdate)
  if (!isOver) return
  await change(services, async (context) => {
    const target = await endedUpdate(context)
    if (!target) return
    const subject = { kind: 'target-release', id: target.id, name: target.version, siloId: null }
    const payload = { message: `The update to ${target.version} has ended`, version: target.version }
    await raise(context, 'update.ended', { subject, payload })
  })
}

/** Returns the target release if all components run it and there is no alert about its end. */
async function endedUpdate(context: Context) {
  const target = await currentTarget(context)
  if (!target || (await isUnfinished(context, target.version))) return null
  const noted = await context.db
    .selectFrom('alert')
    .select('id')
    .where('class', '=', 'update.ended')
    .where('resource_id', '=', target.id)
    .executeTakeFirst()
  return noted ? null : target
}

/** Checks at once and then each minute. @returns a function that ends it and waits for the running check. */
export function startChecking(services: Services): () => Promise<void> {
  let stopped = false
  let cancel = () => {}
  let running = Promise.resolve()
  const check = () => {
    running = checkAlerts(services)
      .catch((error: unknown) =>
        services.log('warn', 'alerts could not be checked', { error: describeError(error) }),
      )
      .then(() => {
        if (!stopped) cancel = services.clock.setTimer(INTERVAL_MS, check)
      })
  }
  cancel = services.clock.setTimer(INTERVAL_MS, check)
  return async () => {
    stopped = true
    cancel()
    await running
  }
}
