import { currentTarget, systemUpdateOf } from '../../kinds/system-update.ts'
import { componentsOf, nameOf } from '../../shared/updates/components.ts'
import type { Check } from '../check.ts'

/** An update that can't finish, because components don't answer. A component may restart during its own step. */
export const updateWaiting: Check = {
  check: 'update-waiting',
  severity: 'warning',
  resourceKind: 'target-release',
  find: async (context) => {
    const target = await currentTarget(context)
    // A suspended update waits for its recovery, which has an issue of its own.
    if (!target || (await systemUpdateOf(context)).suspended_reason !== null) return []
    const [first, ...others] = (await componentsOf(context)).filter(
      ({ answers, updating_to }) => answers === 0 && updating_to === null,
    )
    if (!first) return []
    return [
      {
        message: `${nameOf(first)}${andOthers(others.length)} not answer, so the update to ${target.version} cannot finish`,
        resourceId: target.id,
        resourceName: target.version,
        projectName: null,
        siloName: null,
      },
    ]
  },
}

const andOthers = (count: number): string =>
  count === 0 ? ' does' : ` and ${count === 1 ? '1 other' : `${count} others`} do`
