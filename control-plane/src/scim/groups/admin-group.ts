import type { Context } from '../../kit/context.ts'
import { grantRole, siloPolicy, revokeRole } from '../../kinds/policy.ts'
import { provisionerIn } from '../http/caller.ts'

/**
 * A silo names the group whose members look after it, before the provider has made it. The group has the role while it
 * has that name, written in exactly that way.
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
