import type { AccessTokenRow } from '../database/schema.ts'
import { logged } from '../kit/resources/logged.ts'
import { rawWriter } from '../database/session.ts'
import { siloScope } from './principal.ts'
import type { Context } from '../kit/context/context.ts'

/** Returns a token in its API form, without the secret and its last use. */
const accessTokenView = ({ id, time_created, time_expires, name }: AccessTokenRow) => ({
  id,
  timeCreated: time_created,
  timeExpires: time_expires,
  name,
})

/** Returns a token in its API form, without the secret. @param row with its last use. */
export const usedTokenView = (row: AccessTokenRow & { time_last_used: string | null }) => ({
  ...accessTokenView(row),
  timeLastUsed: row.time_last_used,
})

/** A token of a user. Its events go to the user and to admins of the silo's users. */
export const accessToken = logged({
  kind: 'device-access-token',
  table: 'access_token',
  view: (row) => ({ ...accessTokenView(row), siloUserId: row.user_id }),
})

/** Deletes every token of a user. */
export async function removeTokensOf(context: Context, user: { id: string; silo_id: string }): Promise<void> {
  const rows = await context.db
    .selectFrom('access_token')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute()
  for (const row of rows) await accessToken.remove(context, { row, scope: siloScope(user.silo_id) })
}

/** Deletes tokens that expired before a time. No list shows them, so the change log omits it. */
export const deleteExpiredTokens = (context: Context, before: string): Promise<unknown> =>
  rawWriter(context).deleteFrom('access_token').where('time_expires', '<', before).execute()
