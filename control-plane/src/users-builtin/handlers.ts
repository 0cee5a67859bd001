import { isUuid } from '@granary/domain/names.ts'
import { notFound } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/request/pagination.ts'
import { identityView } from '../kit/resources/resource.ts'

export const userBuiltinHandlers = handlers({
  userBuiltinList: async (context, { query }) => {
    const users = context.db.selectFrom('user_builtin').selectAll()
    const { rows, nextPage } = await takePage(users, query, { name: 'name', id: 'id' }, (row, by) => row[by])
    return { items: rows.map(identityView), nextPage }
  },

  userBuiltinView: async (context, { path: { user } }) => {
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
