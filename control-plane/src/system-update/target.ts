import { targetProblem } from '@granary/domain/releases.ts'
import { handlers } from '../kinds/handler.ts'
import {
  currentTarget,
  systemUpdate,
  systemUpdateOf,
  targetRelease,
  targetReleaseView,
} from '../kinds/system-update.ts'
import { fleet } from '../kit/authorization.ts'
import { type Context, now } from '../kit/context.ts'
import { invalidRequest, notFound } from '../kit/errors.ts'
import { countByRelease, isUnfinished } from './components.ts'
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

  systemUpdateRecoveryFinish: async (context, { body: { systemVersion } }) => {
    await requireRelease(context, systemVersion)
    const row = await systemUpdateOf(context)
    if (row.suspended_reason === null) throw invalidRequest('no recovery is pending')
    await systemUpdate.update(context, { row, scope: fleet }, { suspended_reason: null, contact_support: 0 })
    if ((await currentTarget(context))?.version !== systemVersion) await setTarget(context, systemVersion)
  },
})

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
}
