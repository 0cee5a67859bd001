import type { ScimTokenRow } from '../../database/schema.ts'
import { requireOfSilo } from '../../kit/authorization.ts'
import { record } from '../../kit/changes.ts'
import { type Context, now } from '../../kit/context.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { handlers } from '../../kit/handler.ts'
import { find } from '../../kit/lookup.ts'
import { hashToken } from '../../shared/sign-in/token.ts'
import { silo } from '../../kinds/silo.ts'
import { newScimToken } from './token.ts'

export const scimTokenHandlers = handlers({
  scimTokenList: async (context, { query }) => {
    const siloId = await findScimSilo(context, query)
    const rows = await context.db
      .selectFrom('scim_token')
      .selectAll()
      .where('silo_id', '=', siloId)
      .orderBy('time_created')
      .orderBy('id')
      .execute()
    return rows.map(view)
  },

  scimTokenCreate: async (context, { query }) => {
    const siloId = await findScimSilo(context, query)
    const bearerToken = newScimToken()
    const row = {
      id: crypto.randomUUID(),
      silo_id: siloId,
      token_hash: await hashToken(bearerToken),
      time_created: now(context),
      time_expires: null,
    }
    await context.db.insertInto('scim_token').values(row).execute()
    note(context, null, row)
    return { ...view(row), bearerToken }
  },

  scimTokenView: async (context, { path, query }) => view(await findToken(context, { ...path, ...query })),

  scimTokenDelete: async (context, { path, query }) => {
    const row = await findToken(context, { ...path, ...query })
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

/**
 * The id of a silo whose identities the caller looks after.
 * @throws ApiError 404 and 403 as every lookup, 400 when an identity provider cannot provision it.
 */
async function findScimSilo(context: Context, query: { silo: string }): Promise<string> {
  const { row } = await find(context, silo, query, 'read')
  requireOfSilo(context, row.id, 'modify_identities')
  if (row.identity_mode !== 'saml_scim')
    throw invalidRequest(
      `silo "${row.name}" has no SCIM tokens: its identity mode is ${row.identity_mode}, and only that of saml_scim lets an identity provider look after users and groups`,
    )
  return row.id
}

async function findToken(
  context: Context,
  { silo: inSilo, tokenId }: { silo: string; tokenId: string },
): Promise<ScimTokenRow> {
  const siloId = await findScimSilo(context, { silo: inSilo })
  const row = await context.db
    .selectFrom('scim_token')
    .selectAll()
    .where('id', '=', tokenId)
    .where('silo_id', '=', siloId)
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
