// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Check that the API answers. */
export const ping = /* @__PURE__ */ call('ping', 'GET', '/v1/ping')
/** Fetch the current user. */
export const currentUserView = /* @__PURE__ */ call('currentUserView', 'GET', '/v1/me')
/** List the groups of the current user. */
export const currentUserGroups = /* @__PURE__ */ call('currentUserGroups', 'GET', '/v1/me/groups')
