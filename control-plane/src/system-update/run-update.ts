import type { Release } from '@granary/compute/component.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { mayPass } from '../database/violations.ts'
import { describeError } from '../kit/base/describe-error.ts'
import type { Services } from '../kit/context/services.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { refreshComponents } from '../shared/updates/refresh-components.ts'
import { planStep, type Step, stepFailed, stepSucceeded } from './steps.ts'
import { artifactsOf, releaseWith } from './store-release.ts'

/** Time that the driver has for one component; milliseconds. A driver may hang, and the next try continues its work. */
const DEADLINE_MS = 3_600_000
/** Time until components that do not answer are looked at again; milliseconds. */
const ABSENT_MS = 30_000

/**
 * Carries out the next step of the update to the target release: one component. The step is stored first, so that a restart,
 * or another server, continues with the same component. It does so after an outage of the database too, which is no failure of the
 * component: three of those suspend the update.
 * @param ending aborted when the server stops. The driver goes on, and the next start waits for it again.
 */
export async function runUpdate(services: Services, ending: AbortSignal): Promise<Outcome> {
  if (!services.compute.updateComponent || ending.aborted) return
  await refreshComponents(services)
  const step = await inTransaction(systemContext(services, 'system_update'), planStep)
  if (step === 'finished') return
  if (step === 'waiting') return { again: ABSENT_MS }
  try {
    await bounded(services, ending, updateOne(services, step))
  } catch (error) {
    if (ending.aborted) return { again: 0 }
    // The worker runs the task again, which goes on with the same component.
    if (mayPass(error)) throw error
    services.log('warn', 'component was not updated', { ...step, error: describeError(error) })
    const context = systemContext(services, 'system_update')
    const delay = await inTransaction(context, (inner) => stepFailed(inner, step, failureOf(error)))
    return delay === null ? undefined : { again: delay }
  }
  await inTransaction(systemContext(services, 'system_update'), (inner) => stepSucceeded(inner, step))
  return { again: 0 }
}

/** @throws DriverError; Error if the component does not run the release afterwards. */
async function updateOne(services: Services, { component, version }: Step): Promise<void> {
  const { compute } = services
  if (!compute.updateComponent) throw new Error('the driver updates no components')
  await compute.updateComponent(component, await releaseOf(services, version))
  await refreshComponents(services)
  const after = await services.db
    .selectFrom('update_component')
    .select('version')
    .where('id', '=', component)
    .executeTakeFirst()
  // A component that was removed during its update needs none.
  if (after && after.version !== version)
    throw new Error(`it still runs ${after.version ?? 'its original software'}`)
}

/** Returns a release as the driver gets it. Its file may be on another server. */
async function releaseOf(services: Services, version: string): Promise<Release> {
  const row = await releaseWith(services, version)
  if (!row) throw new Error(`release ${version} was deleted`)
  return {
    version,
    artifacts: await artifactsOf(services, row.id),
    open: async (artifact) => {
      if (!services.releases) throw new Error('this server stores no releases')
      return services.releases.open(row.hash, artifact)
    },
  }
}

/** Why a step failed, in words, and whether another try is pointless. */
const failureOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  isFinal: error instanceof DriverError && error.kind === 'invalid',
})

/** Waits for work, but no longer than the deadline, and only until the signal is aborted. */
function bounded<Result>({ clock }: Services, signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new Error('the server is stopping'))
  signal.addEventListener('abort', stop, { once: true })
  const cancel = clock.setTimer(DEADLINE_MS, () => reject(new Error('it has not finished within an hour')))
  return Promise.race([work, over]).finally(() => {
    cancel()
    signal.removeEventListener('abort', stop)
  })
}
