import type { FleetRole, SiloRole } from '@granary/domain/roles.ts'
import { isUuid } from '@granary/domain/names.ts'
import { fleet, ownSilo, requirePermission } from '../kit/authorization.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { handlers } from '../kit/handler.ts'
import { takePage } from '../kit/pagination.ts'
import { principalView } from '../session/handlers.ts'

export const policyHandlers = handlers({
  systemPolicyView: async (context) => {
    requirePermission(context, fleet, 'read')
    return { roleAssignments: await assignments<FleetRole>(context, 'fleet') }
  },

  policyView: async (context) => {
    requirePermission(context, ownSilo(context), 'read')
    return { roleAssignments: await assignments<SiloRole>(context, actorOf(context).siloId) }
  },

  userList: async (context, { query }) => {
    requirePermission(context, ownSilo(context), 'read')
    let users = context.db
      .selectFrom('silo_user')
      .selectAll('silo_user')
      .where('silo_id', '=', actorOf(context).siloId)
    const { group } = query
    if (group && isUuid(group))
      users = users.where('silo_user.id', 'in', (inner) =>
        inner.selectFrom('silo_group_member').select('user_id').where('group_id', '=', group),
      )
    const { rows, nextPage } = await takePage(users, query, { id: 'silo_user.id' }, (row) => row.id)
    return { items: rows.map(principalView), nextPage }
  },

  groupList: async (context, { query }) => {
    requirePermission(context, ownSilo(context), 'read')
    const groups = context.db
      .selectFrom('silo_group')
      .selectAll()
      .where('silo_id', '=', actorOf(context).siloId)
    const { rows, nextPage } = await takePage(groups, query, { id: 'id' }, (row) => row.id)
    return { items: rows.map(principalView), nextPage }
  },
})

/** Direct role assignments on the fleet, a silo or a project, by role and then by identity. */
async function assignments<Role extends string>(context: Context, resourceId: string) {
  const rows = await context.db
    .selectFrom('role_assignment')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .orderBy('role')
    .orderBy('identity_id')
    .execute()
  return rows.map((row) => ({
    identityId: row.identity_id,
    identityType: row.identity_kind,
    roleName: row.role as Role,
  }))
}
