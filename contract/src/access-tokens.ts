import { z } from 'zod'
import { del, family, get } from './operation.ts'
import { IdSortMode, pageOf, paginated, Timestamp, Uuid } from './scalars.ts'

export const DeviceAccessToken = z
  .object({ id: Uuid, timeCreated: Timestamp, timeExpires: Timestamp.nullish() })
  .meta({ id: 'DeviceAccessToken' })
const DeviceAccessTokenPage = pageOf(DeviceAccessToken).meta({ id: 'DeviceAccessTokenResultsPage' })

export const accessTokens = {
  ...family('tokens', {
    currentUserAccessTokenList: get('/v1/me/access-tokens', {
      summary: 'List access tokens of the current user',
      query: paginated(IdSortMode),
      response: DeviceAccessTokenPage,
    }),
    currentUserAccessTokenDelete: del('/v1/me/access-tokens/{tokenId}', {
      summary: 'Delete access token of the current user',
      params: { tokenId: Uuid },
    }),
  }),
  ...family('silos', {
    userTokenList: get('/v1/users/{userId}/access-tokens', {
      summary: 'List access tokens of a user',
      params: { userId: Uuid },
      query: paginated(IdSortMode),
      response: DeviceAccessTokenPage,
    }),
  }),
}
