import type { Context } from '../../kit/context/context.ts'
import { grantRole, siloPolicy, revokeRole } from '../../kinds/policy.ts'
import { provisionerIn } from '../http/caller.ts'

/**
 * Keeps the role of the silo's admin group, which the silo names before the provider creates it. The group has the role
 * as long as it has exactly that name, case included.
 */
export async function followAdminGroup(
  context: Context,
  groupId: string,
  names: { before: string | null; after: string },
): Promise<void> {
  const { siloId, siloName, adminGroupName } = provisionerIn(context)
  const [had, has] = [names.before === adminGroupName, names.after === adminGroupName]
  if (adminGroupName === null || had === has) return
  await (has ? grantRole : revokeRole)(context, siloPolicy({ id: siloId, name: siloName }), {
    identityId: groupId,
    identityType: 'silo_group',
    roleName: 'admin',
  })
}
