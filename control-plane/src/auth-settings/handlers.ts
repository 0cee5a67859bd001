import { authSettingsOf, replaceAuthSettings } from '../kinds/auth-settings.ts'
import { requirePowerOverSilo } from '../kinds/fleet-power.ts'
import { handlers } from '../kinds/handler.ts'
import { atField } from '../kit/base/at-field.ts'
import { actorOf } from '../kit/context/context.ts'

export const authSettingsHandlers = handlers({
  authSettingsView: (context) => authSettingsOf(context, actorOf(context).siloId),

  /** The limit applies to new tokens only. A required second factor limits sessions and tokens from their next request on. */
  authSettingsUpdate: async (context, { body }) => {
    const { siloId, siloName } = actorOf(context)
    const before = await authSettingsOf(context, siloId)
    const { deviceTokenMaxTtlSeconds, secondFactorRequired = before.secondFactorRequired } = body
    // Users without a second factor can do nothing else until they have one, also those with power over the fleet.
    if (secondFactorRequired !== before.secondFactorRequired)
      await atField('second_factor_required', () => requirePowerOverSilo(context, siloId))
    return replaceAuthSettings(context, siloName, { siloId, deviceTokenMaxTtlSeconds, secondFactorRequired })
  },
})
