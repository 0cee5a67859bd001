import { TOKEN_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { filteredBy, sortedBy } from './list-filter.ts'
import { z } from 'zod'
import { extra } from './extension.ts'
import { decidedInside, signedIn } from './needs.ts'
import { del, family, get } from './operation.ts'
import { IdSortMode, pageOf, paginated, Timestamp, Uuid } from './scalars.ts'

export const DeviceAccessToken = z
  .object({
    id: Uuid.meta({ description: 'ID of the token, which is not the token itself' }),
    timeCreated: Timestamp.meta({ description: 'When the token was given out' }),
    timeExpires: Timestamp.nullish().meta({ description: 'When the token expires; null when it does not' }),
    name: extra(
      z.string().nullable().meta({
        description: 'Program and system of the device, as it names itself; null when unknown',
      }),
    ),
    timeLastUsed: extra(
      Timestamp.nullable().meta({
        description: 'When the token was last used, to the minute; null before its first use',
      }),
    ),
  })
  .meta({ id: 'DeviceAccessToken' })
const DeviceAccessTokenPage = pageOf(DeviceAccessToken).meta({ id: 'DeviceAccessTokenResultsPage' })

export const accessTokens = family('tokens', {
  currentUserAccessTokenList: get('/v1/me/access-tokens', {
    summary: 'List access tokens of the current user',
    description:
      "Lists the caller's access tokens that haven't expired. A token itself is never shown again.",
    needs: signedIn,
    shows: ['device-access-token'],
    columns: ['id', 'name', 'timeLastUsed', 'timeExpires', 'timeCreated'],
    query: { ...sortedBy(TOKEN_FIELDS), ...filteredBy(TOKEN_FIELDS), ...paginated(IdSortMode) },
    response: DeviceAccessTokenPage,
  }),
  currentUserAccessTokenDelete: del('/v1/me/access-tokens/{tokenId}', {
    summary: 'Delete access token of the current user',
    description: "Revokes one of the caller's access tokens at once. Its device has to ask for a new one.",
    needs: signedIn,
    changes: ['device-access-token'],
    params: { tokenId: Uuid.meta({ description: 'ID of the token' }) },
  }),
})

/** Tokens of other users; listed with the silo's users. */
export const userAccessTokens = family('silos', {
  userTokenList: get('/v1/users/{userId}/access-tokens', {
    summary: 'List access tokens of a user',
    description:
      "Lists a user's access tokens that haven't expired. You can list your own; those of others need the administration of the silo.",
    needs: decidedInside('Your own tokens, or `modify_identities` on your silo for those of another user.'),
    shows: ['device-access-token', 'silo-user'],
    columns: ['id', 'name', 'timeLastUsed', 'timeExpires', 'timeCreated'],
    params: { userId: Uuid.meta({ description: 'ID of the user' }) },
    query: { ...sortedBy(TOKEN_FIELDS), ...filteredBy(TOKEN_FIELDS), ...paginated(IdSortMode) },
    response: DeviceAccessTokenPage,
  }),
})
