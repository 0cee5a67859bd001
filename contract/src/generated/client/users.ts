// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List users of the caller's silo. */
export const userList = /* @__PURE__ */ call('userList', 'GET', '/v1/users', [], {"choices":"users"})
/** Fetch a user of the caller's silo. */
export const userView = /* @__PURE__ */ call('userView', 'GET', '/v1/users/{userId}')
/** List a user's console sessions. */
export const userSessionList = /* @__PURE__ */ call('userSessionList', 'GET', '/v1/users/{userId}/sessions', [], {"sorts":["created","used"]})
/** List groups of the caller's silo. */
export const groupList = /* @__PURE__ */ call('groupList', 'GET', '/v1/groups', [], {"choices":"groups"})
/** Fetch a group of the caller's silo. */
export const groupView = /* @__PURE__ */ call('groupView', 'GET', '/v1/groups/{groupId}')
/** List users of a silo. */
export const siloUserList = /* @__PURE__ */ call('siloUserList', 'GET', '/v1/system/users')
/** Fetch a user of a silo. */
export const siloUserView = /* @__PURE__ */ call('siloUserView', 'GET', '/v1/system/users/{userId}')
/** Fetch how you sign in. */
export const currentUserSignInView = /* @__PURE__ */ extensionCall('currentUserSignInView', 'GET', '/experimental/v1/me/sign-in')
