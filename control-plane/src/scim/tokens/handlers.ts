import type { ScimTokenRow, SiloRow } from '../../database/schema.ts'
import { record } from '../../kit/changes.ts'
import { type Context, now } from '../../kit/context.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { handlers } from '../../kinds/handler.ts'
import { hashToken } from '../../shared/sign-in/token.ts'
import { newScimToken } from './token.ts'

export const scimTokenHandlers = handlers({
  scimTokenList: async (context, { found }) => {
    requireScim(found.row)
    const rows = await context.db
      .selectFrom('scim_token')
      .selectAll()
      .where('silo_id', '=', found.row.id)
      .orderBy('time_created')
      .orderBy('id')
      .execute()
    return rows.map(view)
  },

  scimTokenCreate: async (context, { found }) => {
    requireScim(found.row)
    const bearerToken = newScimToken()
    const row = {
      id: crypto.randomUUID(),
      silo_id: found.row.id,
      token_hash: await hashToken(bearerToken),
      time_created: now(context),
      time_expires: null,
    }
    await context.db.insertInto('scim_token').values(row).execute()
    note(context, null, row)
    return { ...view(row), bearerToken }
  },

  scimTokenView: async (context, { path, found }) => view(await findToken(context, found.row, path.tokenId)),

  scimTokenDelete: async (context, { path, found }) => {
    const row = await findToken(context, found.row, path.tokenId)
    await context.db.deleteFrom('scim_token').where('id', '=', row.id).execute()
    note(context, row, null)
  },
})

/** The form of the API: never the token, of which only a hash is kept. */
const view = (row: ScimTokenRow) => ({
  id: row.id,
  timeCreated: row.time_created,
  timeExpires: row.time_expires,
})

/** @throws ApiError 400 for a silo that an identity provider cannot provision. */
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

function note(context: Context, before: ScimTokenRow | null, after: ScimTokenRow | null): void {
  const { id, silo_id: siloId } = (after ?? before)!
  record(context, {
    kind: 'scim-token',
    action: after ? 'created' : 'deleted',
    id,
    name: null,
    siloId,
    projectId: null,
    parentId: null,
    before: before && view(before),
    after: after && view(after),
  })
}
