import type { Context } from '../kit/context.ts'

/** Seconds that access tokens of a silo hold at most; null when they need not end, as in a silo where nobody set it. */
export async function tokenLifetimeLimit(context: Context, siloId: string): Promise<number | null> {
  const row = await context.db
    .selectFrom('silo_auth_settings')
    .select('device_token_max_ttl_seconds')
    .where('silo_id', '=', siloId)
    .executeTakeFirst()
  return row?.device_token_max_ttl_seconds ?? null
}
