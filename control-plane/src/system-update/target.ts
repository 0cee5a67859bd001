import { DriverError } from '@granary/compute/driver-error.ts'
import { targetProblem } from '@granary/domain/releases.ts'
import { handlers } from '../kinds/handler.ts'
import {
  currentTarget,
  systemUpdate,
  systemUpdateOf,
  targetRelease,
  targetReleaseView,
} from '../kinds/system-update.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now, type OuterContext } from '../kit/context/context.ts'
import { invalidRequest, notFound } from '../kit/base/errors.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { countByRelease, isUnfinished } from '../shared/updates/components.ts'
import { enqueueUpdate, refreshComponents } from '../shared/updates/refresh-components.ts'
import { forgetFailures } from './steps.ts'
import { releaseWith } from './store-release.ts'

export const targetHandlers = handlers({
  systemUpdateStatus: async (context) => {
    const target = await currentTarget(context)
    const state = await systemUpdateOf(context)
    return {
      targetRelease: target ? targetReleaseView(target) : null,
      componentsByReleaseVersion: await countByRelease(context),
      timeLastStepPlanned: state.time_last_step_planned,
      suspended: state.suspended_reason !== null,
      contactSupport: state.contact_support === 1,
      suspendedReason: state.suspended_reason,
    }
  },

  targetReleaseUpdate: async (context, { body: { systemVersion } }) => {
    await requireRelease(context, systemVersion)
    const current = (await currentTarget(context))?.version ?? null
    const problem = targetProblem({
      current,
      wanted: systemVersion,
      unfinished: current !== null && (await isUnfinished(context, current)),
      recovering: (await systemUpdateOf(context)).suspended_reason !== null,
    })
    if (problem) throw invalidRequest(problem).at('system_version', 'not_allowed')
    await setTarget(context, systemVersion)
  },

  // Runs outside a transaction because it asks the driver what the recovery has installed.
  systemUpdateRecoveryFinish: {
    raw: async (context, { body: { systemVersion } }) => {
      await noteRepairs(context)
      await inTransaction(context, (inner) => finishRecovery(inner, systemVersion))
      return new Response(null, { status: 204 })
    },
  },
})

/** Stores the software of the components, so that the update does not mistake it for a later change. */
async function noteRepairs({ services }: OuterContext): Promise<void> {
  try {
    await refreshComponents(services)
  } catch (error) {
    if (!(error instanceof DriverError)) throw error
  }
}

/** @throws ApiError 400 unless a recovery is pending, 404 for an unknown release. */
async function finishRecovery(context: Context, version: string): Promise<void> {
  await requireRelease(context, version)
  const row = await systemUpdateOf(context)
  if (row.suspended_reason === null) throw invalidRequest('no recovery is pending')
  await systemUpdate.update(context, { row, scope: fleet }, { suspended_reason: null, contact_support: 0 })
  await forgetFailures(context)
  if ((await currentTarget(context))?.version === version) await enqueueUpdate(context)
  else await setTarget(context, version)
}

/** @throws ApiError 404. */
async function requireRelease(context: Context, version: string): Promise<void> {
  if (!(await releaseWith(context, version)))
    throw notFound('tuf-repo', { name: version }).at('system_version', 'not_found')
}

async function setTarget(context: Context, version: string): Promise<void> {
  const generation = ((await currentTarget(context))?.generation ?? 0) + 1
  await targetRelease.create(context, fleet, {
    id: crypto.randomUUID(),
    generation,
    version,
    time_requested: now(context),
  })
  await enqueueUpdate(context)
}
