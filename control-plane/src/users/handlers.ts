import { actorOf } from '../kit/context/context.ts'
import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/request/pagination.ts'
import { narrowed } from '../kit/resources/list-filter.ts'
import { groupFilter } from '../kinds/principal-filters.ts'
import { principalView, userView } from '../kinds/principal.ts'
import { disableUser, enableUser } from './disable.ts'
import { listUsers } from './list-users.ts'
import { groupOf, userOf } from '../kinds/find-principal.ts'

export const userHandlers = handlers({
  userList: async (context, { query }) => {
    return listUsers(context, actorOf(context).siloId, query)
  },

  userView: async (context, { path }) => {
    return userView(await userOf(context, actorOf(context).siloId, path.userId))
  },

  groupList: async (context, { query }) => {
    const groups = context.db
      .selectFrom('silo_group')
      .selectAll()
      .where('silo_id', '=', actorOf(context).siloId)
    const { rows, nextPage } = await takePage(
      narrowed(context, groups, groupFilter, query.filter, 'silo_group'),
      query,
      { id: 'id' },
      (row) => row.id,
    )
    return { items: rows.map(principalView), nextPage }
  },

  groupView: async (context, { path }) => {
    return principalView(await groupOf(context, actorOf(context).siloId, path.groupId))
  },

  siloUserList: async (context, { query, found }) => {
    const { row } = found
    return listUsers(context, row.id, query)
  },

  siloUserDisable: async (context, { path, found }) =>
    userView(await disableUser(context, await userOf(context, found.row.id, path.userId))),

  siloUserEnable: async (context, { path, found }) =>
    userView(await enableUser(context, await userOf(context, found.row.id, path.userId))),

  siloUserView: async (context, { path, found }) => {
    const { row } = found
    return userView(await userOf(context, row.id, path.userId))
  },
})
