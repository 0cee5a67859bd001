import { isUuid } from '@granary/domain/names.ts'
import { ownSilo, requirePermission } from '../kit/authorization.ts'
import { actorOf } from '../kit/context.ts'
import { handlers } from '../kit/handler.ts'
import { takePage } from '../kit/pagination.ts'
import { principalView } from '../session/handlers.ts'

export const userHandlers = handlers({
  userList: async (context, { query }) => {
    requirePermission(context, ownSilo(context), 'read_identities')
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
    requirePermission(context, ownSilo(context), 'read_identities')
    const groups = context.db
      .selectFrom('silo_group')
      .selectAll()
      .where('silo_id', '=', actorOf(context).siloId)
    const { rows, nextPage } = await takePage(groups, query, { id: 'id' }, (row) => row.id)
    return { items: rows.map(principalView), nextPage }
  },
})
