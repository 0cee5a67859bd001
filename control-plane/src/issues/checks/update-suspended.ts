import { currentTarget, systemUpdateOf } from '../../kinds/system-update.ts'
import type { Check } from '../check.ts'

/** An update that can't go on until an operator finishes a recovery. */
export const updateSuspended: Check = {
  check: 'update-suspended',
  severity: 'error',
  resourceKind: 'target-release',
  find: async (context) => {
    const { suspended_reason: reason } = await systemUpdateOf(context)
    const target = await currentTarget(context)
    if (reason === null || !target) return []
    return [
      {
        message: `${reason} Repair it, then finish the recovery`,
        resourceId: target.id,
        resourceName: target.version,
        projectName: null,
        siloName: null,
      },
    ]
  },
}
