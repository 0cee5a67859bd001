import { record } from '../kit/changes.ts'
import { actorOf } from '../kit/context.ts'
import { handlers } from '../kinds/handler.ts'
import { tokenLifetimeLimit } from '../kinds/auth-settings.ts'

export const authSettingsHandlers = handlers({
  authSettingsView: async (context) => {
    const { siloId } = actorOf(context)
    return { siloId, deviceTokenMaxTtlSeconds: await tokenLifetimeLimit(context, siloId) }
  },

  /** Tokens that there are already keep their end: only new ones are held to it. */
  authSettingsUpdate: async (context, { body }) => {
    const { siloId, siloName } = actorOf(context)
    const before = { siloId, deviceTokenMaxTtlSeconds: await tokenLifetimeLimit(context, siloId) }
    const after = { siloId, deviceTokenMaxTtlSeconds: body.deviceTokenMaxTtlSeconds }
    const columns = { device_token_max_ttl_seconds: after.deviceTokenMaxTtlSeconds }
    await context.db
      .insertInto('silo_auth_settings')
      .values({ silo_id: siloId, ...columns })
      .onConflict((conflict) => conflict.column('silo_id').doUpdateSet(columns))
      .execute()
    record(context, {
      kind: 'silo-auth-settings',
      action: 'updated',
      id: siloId,
      name: siloName,
      siloId,
      projectId: null,
      parentId: null,
      before,
      after,
    })
    return after
  },
})
