import { isUuid } from '@granary/domain/names.ts'
import { sql } from 'kysely'
import { actorOf, type Context } from '../kit/context.ts'
import { handlers } from '../kinds/handler.ts'
import { type PageQuery, takePage } from '../kit/pagination.ts'
import { principalView, userView } from '../kinds/principal.ts'
import { disableUser, enableUser } from './disable.ts'
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
    const { rows, nextPage } = await takePage(groups, query, { id: 'id' }, (row) => row.id)
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

type UserQuery = PageQuery & { group?: string | undefined; nameContains?: string | undefined }

/** Returns one page of a silo's users; a group that is not an id is ignored. */
async function listUsers({ db }: Context, siloId: string, query: UserQuery) {
  const { group, nameContains } = query
  const users = db
    .selectFrom('silo_user')
    .selectAll('silo_user')
    .where('silo_id', '=', siloId)
    .$if(group !== undefined && isUuid(group), (all) =>
      all.where('silo_user.id', 'in', (inner) =>
        inner.selectFrom('silo_group_member').select('user_id').where('group_id', '=', group!),
      ),
    )
    .$if(Boolean(nameContains), (all) =>
      all.where((eb) => {
        const pattern = patternOf(nameContains!)
        return eb.or(
          (['display_name', 'external_id'] as const).map((column) =>
            eb(eb.fn<string>('lower', [column]), 'like', sql<string>`${pattern} escape '!'`),
          ),
        )
      }),
    )
  const { rows, nextPage } = await takePage(users, query, { id: 'silo_user.id' }, (row) => row.id)
  return { items: rows.map(userView), nextPage }
}

/** Escapes a name for LIKE, because names may contain its wildcards. */
const patternOf = (text: string): string => `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`
