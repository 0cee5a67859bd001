import { noteAccessChange } from '../kit/sql/access-version.ts'
import { record } from '../kit/resources/changes.ts'
import { rawWriter } from '../database/session.ts'
import type { Context } from '../kit/context/context.ts'

/** Maximum lifetime of a silo's access tokens in seconds; null for no limit, the default. */
export async function tokenLifetimeLimit(context: Context, siloId: string): Promise<number | null> {
  const row = await context.db
    .selectFrom('silo_auth_settings')
    .select('device_token_max_ttl_seconds')
    .where('silo_id', '=', siloId)
    .executeTakeFirst()
  return row?.device_token_max_ttl_seconds ?? null
}

/** Whether users of a silo who sign in with a password need a second factor. */
export async function isSecondFactorRequired(context: Context, siloId: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('silo_auth_settings')
    .select('second_factor_required')
    .where('silo_id', '=', siloId)
    .executeTakeFirst()
  return row?.second_factor_required === 1
}

/** Returns the settings of a silo in their API form. */
export const authSettingsOf = async (context: Context, siloId: string): Promise<AuthSettings> => ({
  siloId,
  deviceTokenMaxTtlSeconds: await tokenLifetimeLimit(context, siloId),
  secondFactorRequired: await isSecondFactorRequired(context, siloId),
})

export type AuthSettings = {
  siloId: string
  /** Maximum lifetime of access tokens; null for no limit. */
  deviceTokenMaxTtlSeconds: number | null
  secondFactorRequired: boolean
}

/** Replaces the settings of a silo. */
export async function replaceAuthSettings(
  context: Context,
  name: string,
  after: AuthSettings,
): Promise<AuthSettings> {
  const { siloId } = after
  const before = await authSettingsOf(context, siloId)
  const columns = {
    device_token_max_ttl_seconds: after.deviceTokenMaxTtlSeconds,
    second_factor_required: after.secondFactorRequired ? 1 : 0,
  } as const
  await rawWriter(context)
    .insertInto('silo_auth_settings')
    .values({ silo_id: siloId, ...columns })
    .onConflict((conflict) => conflict.column('silo_id').doUpdateSet(columns))
    .execute()
  if (after.secondFactorRequired !== before.secondFactorRequired) await noteAccessChange(context)
  record(context, {
    kind: 'silo-auth-settings',
    action: 'updated',
    id: siloId,
    name,
    siloId,
    projectId: null,
    parentId: null,
    before,
    after,
  })
  return after
}
