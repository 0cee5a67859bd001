import { authSettingsOf, replaceAuthSettings } from '../kinds/auth-settings.ts'
import { handlers } from '../kinds/handler.ts'
import { actorOf } from '../kit/context.ts'

export const authSettingsHandlers = handlers({
  authSettingsView: (context) => authSettingsOf(context, actorOf(context).siloId),

  /** The limit applies to new tokens only. A required second factor limits sessions and tokens from their next request on. */
  authSettingsUpdate: async (context, { body }) => {
    const { siloId, siloName } = actorOf(context)
    const before = await authSettingsOf(context, siloId)
    const { deviceTokenMaxTtlSeconds, secondFactorRequired = before.secondFactorRequired } = body
    return replaceAuthSettings(context, siloName, { siloId, deviceTokenMaxTtlSeconds, secondFactorRequired })
  },
})
