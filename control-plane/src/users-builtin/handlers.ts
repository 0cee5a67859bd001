import { isUuid } from '@granary/domain/names.ts'
import { fleet, requirePermission } from '../kit/authorization.ts'
import { notFound } from '../kit/errors.ts'
import { handlers } from '../kit/handler.ts'
import { takePage } from '../kit/pagination.ts'
import { identityView } from '../kit/resource.ts'

export const userBuiltinHandlers = handlers({
  userBuiltinList: async (context, { query }) => {
    requirePermission(context, fleet, 'list_contents')
    const users = context.db.selectFrom('user_builtin').selectAll()
    const { rows, nextPage } = await takePage(users, query, { name: 'name', id: 'id' }, (row, by) => row[by])
    return { items: rows.map(identityView), nextPage }
  },

  userBuiltinView: async (context, { path: { user } }) => {
    requirePermission(context, fleet, 'list_contents')
    const byId = isUuid(user)
    const row = await context.db
      .selectFrom('user_builtin')
      .selectAll()
      .where(byId ? 'id' : 'name', '=', user)
      .executeTakeFirst()
    if (!row) throw notFound('user-builtin', byId ? { id: user } : { name: user })
    return identityView(row)
  },
})
