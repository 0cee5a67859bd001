import { currentTarget, systemUpdate, systemUpdateOf } from '../kinds/system-update.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { componentsOf, type NamedComponent, nameOf, needsUpdate } from '../shared/updates/components.ts'
import { suspend } from '../shared/updates/suspend.ts'

/** The update of one component. */
export type Step = { component: string; version: string }

/** Tries of a step before the update is suspended. */
const MAX_FAILURES = 3
/** Time before the second try of a step; milliseconds. The third one waits four times as long. */
const RETRY_MS = 5_000

/**
 * Chooses the next component and stores the choice. A component whose update has begun comes first, so that never two are
 * updated at once; then sleds, then switches.
 * @returns `finished` when there is nothing to do, `waiting` while the remaining components do not answer.
 */
export async function planStep(context: Context): Promise<Step | 'finished' | 'waiting'> {
  const state = await systemUpdateOf(context)
  const target = await currentTarget(context)
  if (!target || state.suspended_reason !== null) return 'finished'
  const left = (await componentsOf(context)).filter((each) => needsUpdate(each, target.version))
  const next = left.find(({ updating_to }) => updating_to !== null) ?? left.toSorted(byTurn).find(isThere)
  if (!next) return left.length > 0 ? 'waiting' : 'finished'
  // A recovery may have changed the target since the driver began: that step ends first.
  const version = next.updating_to ?? target.version
  await setComponent(context, next.id, { updating_to: version })
  const values = { time_last_step_planned: now(context) }
  await systemUpdate.update(context, { row: state, scope: fleet }, values)
  return { component: next.id, version }
}

const isThere = ({ answers }: NamedComponent): boolean => answers === 1

const byTurn = (one: NamedComponent, other: NamedComponent): number =>
  one.kind === other.kind ? 0 : one.kind === 'sled' ? -1 : 1

/** Ends a step. Its change of the system update tells clients that the counts have changed. */
export async function stepSucceeded(context: Context, { component }: Step): Promise<void> {
  await setComponent(context, component, { updating_to: null, failures: 0 })
  systemUpdate.touch(context, { row: await systemUpdateOf(context), scope: fleet })
}

/**
 * Counts a failure of a step, and suspends the update after the last try.
 * @returns milliseconds until the next try; null after the last one.
 */
export async function stepFailed(
  context: Context,
  { component: id, version }: Step,
  { message, isFinal }: { message: string; isFinal: boolean },
): Promise<number | null> {
  const component = (await componentsOf(context)).find((each) => each.id === id)
  if (!component) return 0
  const failures = component.failures + 1
  await setComponent(context, id, { failures })
  if (!isFinal && failures < MAX_FAILURES) return RETRY_MS * 4 ** component.failures
  await suspend(context, `${nameOf(component)} could not be updated to ${version}: ${message}`, true)
  return null
}

/** Forgets failed steps, after a recovery. A step that has not failed may still run, and ends as any other. */
export const forgetFailures = async (context: Context): Promise<void> => {
  await unlogged(context)
    .updateTable('update_component')
    .set({ updating_to: null, failures: 0 })
    .where('failures', '>', 0)
    .execute()
}

const setComponent = (
  context: Context,
  id: string,
  values: { updating_to?: string | null; failures?: number },
) => unlogged(context).updateTable('update_component').set(values).where('id', '=', id).execute()
