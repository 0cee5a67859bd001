import { actorOf } from '../kit/context.ts'
import { handlers } from '../kinds/handler.ts'
import { tokenLifetimeLimit, replaceAuthSettings } from '../kinds/auth-settings.ts'

export const authSettingsHandlers = handlers({
  authSettingsView: async (context) => {
    const { siloId } = actorOf(context)
    return { siloId, deviceTokenMaxTtlSeconds: await tokenLifetimeLimit(context, siloId) }
  },

  /** The limit applies to new tokens only. */
  authSettingsUpdate: async (context, { body }) => {
    const { siloId, siloName } = actorOf(context)
    const { deviceTokenMaxTtlSeconds } = body
    return replaceAuthSettings(context, { id: siloId, name: siloName }, deviceTokenMaxTtlSeconds)
  },
})
