// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Delete access token of the current user. */
export const currentUserAccessTokenDelete = /* @__PURE__ */ call('currentUserAccessTokenDelete', 'DELETE', '/v1/me/access-tokens/{tokenId}', ['device-access-token'])
