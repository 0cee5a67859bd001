import type { Context } from '../../kit/context.ts'
import { notePolicy, policyAt, siloPolicy } from '../../kinds/policy.ts'
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
  const { db } = context
  const before = await policyAt(context, siloId)
  const role = { resource_id: siloId, identity_id: groupId, role: 'admin' }
  if (has)
    await db
      .insertInto('role_assignment')
      .values({ ...role, resource_kind: 'silo', identity_kind: 'silo_group' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await db
      .deleteFrom('role_assignment')
      .where((row) => row.and(role))
      .execute()
  const target = siloPolicy({ id: siloId, name: siloName })
  notePolicy(context, target, before, await policyAt(context, siloId))
}
