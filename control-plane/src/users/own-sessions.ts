import { handlers } from '../kinds/handler.ts'
import { userOf } from '../kinds/find-principal.ts'
import { inSilo, siloUser } from '../kinds/principal.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { notFoundPhrase } from '../kit/base/errors.ts'
import { sessionOrders } from '../kinds/principal-filters.ts'
import { takePage } from '../kit/request/pagination.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { lasting } from '../access/authenticate.ts'
import { endOtherSessions } from '../access/end-access.ts'
import { endOwnWork } from '../access/end-work.ts'

/** Users see their own sessions and end them. */
export const ownSessionHandlers = handlers({
  currentUserSessionList: async (context, { query }) => {
    const { userId, sessionId } = actorOf(context)
    const sessions = context.db
      .selectFrom('session')
      .select(['id', 'time_created', 'time_last_used', 'client_address', 'client_name'])
      .where('user_id', '=', userId)
      .where(lasting(context.services))
    const keys = { id: 'id', fields: sessionOrders }
    const { rows, nextPage } = await takePage(sessions, query, keys, (row) => row.id)
    const items = rows.map((row) => ({
      id: row.id,
      clientName: row.client_name,
      clientAddress: row.client_address,
      timeCreated: row.time_created,
      timeLastUsed: row.time_last_used,
      isCurrent: row.id === sessionId,
    }))
    return { items, nextPage }
  },

  currentUserSessionDelete: async (context, { path }) => {
    const ended = await unlogged(context)
      .deleteFrom('session')
      .where('user_id', '=', actorOf(context).userId)
      .where('id', '=', path.sessionId)
      .executeTakeFirst()
    if (!ended.numDeletedRows) throw notFoundPhrase(`session with id "${path.sessionId}"`)
    await endOwnWork(context, path.sessionId)
    await noteEnd(context)
  },

  currentUserSessionEndOthers: async (context) => {
    await endOtherSessions(context)
    await noteEnd(context)
  },
})

/** Notes a change of the caller, so that streams of ended sessions end too. */
async function noteEnd(context: Context): Promise<void> {
  const { siloId, userId } = actorOf(context)
  siloUser.touch(context, inSilo(await userOf(context, siloId, userId)))
}
