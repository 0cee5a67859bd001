import { record } from '../kit/changes.ts'
import { rawWriter } from '../kit/raw-writer.ts'
import type { Context } from '../kit/context.ts'

/** Maximum lifetime of a silo's access tokens in seconds; null for no limit, the default. */
export async function tokenLifetimeLimit(context: Context, siloId: string): Promise<number | null> {
  const row = await context.db
    .selectFrom('silo_auth_settings')
    .select('device_token_max_ttl_seconds')
    .where('silo_id', '=', siloId)
    .executeTakeFirst()
  return row?.device_token_max_ttl_seconds ?? null
}

/** Replaces the settings of a silo. @param limit maximum lifetime of access tokens in seconds; null for no limit. */
export async function replaceAuthSettings(
  context: Context,
  { id: siloId, name }: { id: string; name: string },
  limit: number | null,
) {
  const before = { siloId, deviceTokenMaxTtlSeconds: await tokenLifetimeLimit(context, siloId) }
  const after = { siloId, deviceTokenMaxTtlSeconds: limit }
  const columns = { device_token_max_ttl_seconds: limit }
  await rawWriter(context)
    .insertInto('silo_auth_settings')
    .values({ silo_id: siloId, ...columns })
    .onConflict((conflict) => conflict.column('silo_id').doUpdateSet(columns))
    .execute()
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
