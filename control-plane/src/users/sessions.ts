import { may, ownSilo } from '../kit/authorization.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { forbidden } from '../kit/errors.ts'
import { handlers } from '../kit/handler.ts'
import { takePage } from '../kit/pagination.ts'
import { lasting } from '../session/authenticate.ts'
import { userOf } from './find.ts'
import { noteUser } from './note.ts'

export const userSessionHandlers = handlers({
  userSessionList: async (context, { path, query }) => {
    const user = await ownOrManaged(context, path.userId)
    const sessions = context.db
      .selectFrom('session')
      .select(['id', 'time_created', 'time_last_used'])
      .where('user_id', '=', user.id)
      .where(lasting(context.services))
    const { rows, nextPage } = await takePage(sessions, query, { id: 'id' }, (row) => row.id)
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
    for (const credential of ['session', 'access_token'] as const)
      await context.db.deleteFrom(credential).where('user_id', '=', user.id).execute()
    noteUser(context, user, user)
  },
})

/** The caller, or another user of the silo for whoever manages its people. @throws ApiError 404, 403. */
export async function ownOrManaged(context: Context, userId: string) {
  const actor = actorOf(context)
  const user = await userOf(context, actor.siloId, userId)
  if (user.id !== actor.userId && !may(context, ownSilo(context), 'modify_identities')) throw forbidden()
  return user
}
