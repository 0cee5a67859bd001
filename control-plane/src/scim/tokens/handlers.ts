import type { ScimTokenRow, SiloRow } from '../../database/schema.ts'
import { inSilo, siloScope } from '../../kinds/principal.ts'
import { scimToken, scimTokenView } from '../../kinds/scim-token.ts'
import { actorOf, type Context, now } from '../../kit/context/context.ts'
import { invalidRequest, notFound } from '../../kit/base/errors.ts'
import { handlers } from '../../kinds/handler.ts'
import { checkLimit } from '../../kinds/fleet-power.ts'
import { requireRoom } from '../../kit/resources/row-limit.ts'
import { hashToken } from '../../access/token.ts'
import { newScimToken } from './token.ts'

export const scimTokenHandlers = handlers({
  scimTokenList: async (context, { found }) => {
    const rows = await context.db
      .selectFrom('scim_token')
      .selectAll()
      .where('silo_id', '=', found.row.id)
      .orderBy('time_created')
      .orderBy('id')
      .execute()
    return rows.map(scimTokenView)
  },

  scimTokenCreate: async (context, { query, found }) => {
    requireScim(found.row)
    await requireRoom(context, 'scimTokens', found.row.id)
    const bearerToken = newScimToken()
    const row = {
      id: crypto.randomUUID(),
      silo_id: found.row.id,
      token_hash: hashToken(bearerToken),
      time_created: now(context),
      time_expires: expiryOf(context, query.ttlSeconds),
      max_fleet_role: actorOf(context).grants.fleet,
    }
    await scimToken.create(context, siloScope(found.row.id), row)
    return { ...scimTokenView(row), bearerToken }
  },

  scimTokenView: async (context, { path, found }) =>
    scimTokenView(await findToken(context, found.row, path.tokenId)),

  scimTokenUpdate: async (context, { path, body, found }) => {
    const row = await findToken(context, found.row, path.tokenId)
    await checkLimit(context, row.silo_id, body.maxFleetRole)
    return scimTokenView(await scimToken.update(context, inSilo(row), { max_fleet_role: body.maxFleetRole }))
  },

  scimTokenDelete: async (context, { path, found }) => {
    const row = await findToken(context, found.row, path.tokenId)
    await scimToken.remove(context, inSilo(row))
  },
})

const expiryOf = ({ clock }: Context, seconds: number | undefined): string | null =>
  seconds === undefined ? null : new Date(clock.now().getTime() + seconds * 1000).toISOString()

/** @throws ApiError 400 for a silo that does not use SCIM. */
function requireScim(row: SiloRow): void {
  if (row.identity_mode !== 'saml_scim')
    throw invalidRequest(
      `silo "${row.name}" has no SCIM tokens: its identity mode is ${row.identity_mode}, and only that of saml_scim lets an identity provider look after users and groups`,
    )
}

async function findToken(context: Context, inSilo: SiloRow, tokenId: string): Promise<ScimTokenRow> {
  requireScim(inSilo)
  const row = await context.db
    .selectFrom('scim_token')
    .selectAll()
    .where('id', '=', tokenId)
    .where('silo_id', '=', inSilo.id)
    .executeTakeFirst()
  if (!row) throw notFound('scim-token', { id: tokenId })
  return row
}
