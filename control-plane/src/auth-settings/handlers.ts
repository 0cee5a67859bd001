import { authSettingsOf, replaceAuthSettings } from '../kinds/auth-settings.ts'
import { handlers } from '../kinds/handler.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { unlogged } from '../kit/unlogged.ts'

export const authSettingsHandlers = handlers({
  authSettingsView: (context) => authSettingsOf(context, actorOf(context).siloId),

  /** The limit applies to new tokens only, and a required second factor to the next sign-in. */
  authSettingsUpdate: async (context, { body }) => {
    const { siloId, siloName } = actorOf(context)
    const before = await authSettingsOf(context, siloId)
    const { deviceTokenMaxTtlSeconds, secondFactorRequired = before.secondFactorRequired } = body
    if (!secondFactorRequired) await freeSessions(context, siloId)
    return replaceAuthSettings(context, siloName, { siloId, deviceTokenMaxTtlSeconds, secondFactorRequired })
  },
})

/** Lets sessions that had to set up a second factor go on without it. */
async function freeSessions(context: Context, siloId: string): Promise<void> {
  await unlogged(context)
    .updateTable('session')
    .set({ needs_second_factor: 0 })
    .where('needs_second_factor', '=', 1)
    .where('user_id', 'in', (row) => row.selectFrom('silo_user').select('id').where('silo_id', '=', siloId))
    .execute()
}
