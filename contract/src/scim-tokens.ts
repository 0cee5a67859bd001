import { z } from 'zod'
import { del, family, get, post } from './operation.ts'
import { NameOrId, Timestamp, Uuid } from './scalars.ts'

const token = {
  id: Uuid,
  timeCreated: Timestamp,
  /** Null: it holds until it is deleted. */
  timeExpires: Timestamp.nullable(),
}

/** What an identity provider shows at `/scim/v2` to look after the users and groups of one silo. */
export const ScimClientBearerToken = z.object(token).meta({ id: 'ScimClientBearerToken' })

/** The token itself is in the answer to its creation and never again. */
export const ScimClientBearerTokenValue = z
  .object({ ...token, bearerToken: z.string() })
  .meta({ id: 'ScimClientBearerTokenValue' })

const inSilo = { silo: NameOrId }
const one = { params: { tokenId: Uuid }, query: inSilo }

export const scimTokens = family('silos', {
  scimTokenList: get('/v1/system/scim/tokens', {
    summary: "List a silo's SCIM tokens, oldest first",
    query: inSilo,
    response: z.array(ScimClientBearerToken),
  }),
  scimTokenCreate: post('/v1/system/scim/tokens', {
    summary: 'Create SCIM token',
    query: inSilo,
    response: ScimClientBearerTokenValue,
  }),
  scimTokenView: get('/v1/system/scim/tokens/{tokenId}', {
    summary: 'Fetch SCIM token',
    ...one,
    response: ScimClientBearerToken,
  }),
  scimTokenDelete: del('/v1/system/scim/tokens/{tokenId}', { summary: 'Delete SCIM token', ...one }),
})
