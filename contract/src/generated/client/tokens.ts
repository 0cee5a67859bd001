// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List access tokens of the current user. */
export const currentUserAccessTokenList = /* @__PURE__ */ call('currentUserAccessTokenList', 'GET', '/v1/me/access-tokens', [], {"sorts":["created","used"]})
