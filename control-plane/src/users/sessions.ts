import { handlers } from '../kinds/handler.ts'
import { sessionOrders } from '../kinds/principal-filters.ts'
import { takePage } from '../kit/request/pagination.ts'
import { lasting } from '../access/authenticate.ts'
import { endAccess } from '../access/end-access.ts'
import { requirePowerOverUser } from '../kinds/fleet-power.ts'
import { inSilo, siloUser } from '../kinds/principal.ts'
import { ownOrManaged } from '../kinds/find-principal.ts'

export const userSessionHandlers = handlers({
  userSessionList: async (context, { path, query }) => {
    const user = await ownOrManaged(context, path.userId)
    const sessions = context.db
      .selectFrom('session')
      .select(['id', 'time_created', 'time_last_used'])
      .where('user_id', '=', user.id)
      .where(lasting(context.services))
    const keys = { id: 'id', fields: sessionOrders }
    const { rows, nextPage } = await takePage(sessions, query, keys, (row) => row.id)
    return {
      items: rows.map((row) => ({
        id: row.id,
        timeCreated: row.time_created,
        timeLastUsed: row.time_last_used,
      })),
      nextPage,
    }
  },

  userLogout: async (context, { path }) => {
    const user = await ownOrManaged(context, path.userId)
    await requirePowerOverUser(context, user)
    await endAccess(context, user)
    siloUser.touch(context, inSilo(user))
  },
})
