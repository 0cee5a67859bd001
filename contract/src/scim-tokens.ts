import { MAX_SCIM_TOKEN_TTL } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { extra, extraInput } from './extension.ts'
import { MaxFleetRole } from './schemas/identity-providers.ts'
import { on, withPowerOver } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import { NameOrId, Timestamp, Uuid } from './scalars.ts'

const token = {
  id: Uuid.meta({ description: 'ID of the token, which is not the token itself' }),
  timeCreated: Timestamp.meta({ description: 'When the token was made' }),
  timeExpires: Timestamp.nullable().meta({ description: 'Null: it holds until it is deleted.' }),
  maxFleetRole: extra(MaxFleetRole),
}

/** The token that an identity provider sends to `/scim/v2` to manage the users and groups of one silo. */
export const ScimClientBearerToken = z.object(token).meta({ id: 'ScimClientBearerToken' })

/** Only the response to its creation contains the token itself. */
export const ScimClientBearerTokenValue = z
  .object({
    ...token,
    bearerToken: z
      .string()
      .meta({ description: 'The token, for the `Authorization: Bearer` header; it is shown only here' }),
  })
  .meta({ id: 'ScimClientBearerTokenValue' })

export const ScimTokenUpdate = z.object({ maxFleetRole: MaxFleetRole }).meta({ id: 'ScimTokenUpdate' })

const inSilo = { silo: NameOrId }
const one = { params: { tokenId: Uuid.meta({ description: 'ID of the token' }) }, query: inSilo }

export const scimTokens = family('silos', {
  scimTokenList: get('/v1/system/scim/tokens', {
    summary: "List a silo's SCIM tokens, oldest first",
    description:
      'Only for silos whose identity provider manages users and groups by SCIM. The tokens themselves are never shown again.',
    expectedFailures: { 403: 'only admins of the fleet or the silo may list SCIM tokens' },
    needs: on('silo', 'modify_identities'),
    shows: ['scim-token'],
    columns: ['id', 'timeExpires', 'timeCreated'],
    query: inSilo,
    response: z.array(ScimClientBearerToken),
  }),
  scimTokenCreate: post('/v1/system/scim/tokens', {
    summary: 'Create SCIM token',
    description:
      "The answer holds the token itself, which is never shown again. Needs the strongest fleet role that the silo's users and groups can have.",
    needs: withPowerOver('everyone', on('silo', 'modify_identities')),
    changes: ['scim-token'],
    query: {
      ...inSilo,
      ttlSeconds: extraInput(
        z
          .int()
          .min(60)
          .max(MAX_SCIM_TOKEN_TTL)
          .meta({ description: 'How long the token is valid, in seconds; by default until it is deleted' }),
      ),
    },
    response: ScimClientBearerTokenValue,
  }),
  scimTokenView: get('/v1/system/scim/tokens/{tokenId}', {
    summary: 'Fetch SCIM token',
    description: 'Shows when the token was created and when it expires, never the token itself.',
    needs: on('silo', 'modify_identities'),
    shows: ['scim-token'],
    ...one,
    response: ScimClientBearerToken,
  }),
  scimTokenUpdate: put('/experimental/v1/system/scim/tokens/{tokenId}', {
    summary: 'Change the strongest fleet role of a SCIM token',
    description:
      'The token can change users and groups up to this fleet role. Needs that role, and the strongest one that they can have.',
    needs: withPowerOver('everyone', on('silo', 'modify_identities')),
    changes: ['scim-token'],
    ...one,
    body: ScimTokenUpdate,
    response: ScimClientBearerToken,
  }),
  scimTokenDelete: del('/v1/system/scim/tokens/{tokenId}', {
    summary: 'Delete SCIM token',
    description:
      'Revokes the token at once. The identity provider that uses it can no longer provision users and groups.',
    needs: on('silo', 'modify_identities'),
    changes: ['scim-token'],
    ...one,
  }),
})
