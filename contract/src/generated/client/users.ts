// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List users of the caller's silo. */
export const userList = /* @__PURE__ */ call('userList', 'GET', '/v1/users')
/** Fetch a user of the caller's silo. */
export const userView = /* @__PURE__ */ call('userView', 'GET', '/v1/users/{userId}')
/** List a user's console sessions. */
export const userSessionList = /* @__PURE__ */ call('userSessionList', 'GET', '/v1/users/{userId}/sessions')
/** End a user's sessions and delete their access tokens. */
export const userLogout = /* @__PURE__ */ call('userLogout', 'POST', '/v1/users/{userId}/logout', ['silo-user', 'device-access-token'])
/** List groups of the caller's silo. */
export const groupList = /* @__PURE__ */ call('groupList', 'GET', '/v1/groups')
/** Fetch a group of the caller's silo. */
export const groupView = /* @__PURE__ */ call('groupView', 'GET', '/v1/groups/{groupId}')
/** List users of a silo. */
export const siloUserList = /* @__PURE__ */ call('siloUserList', 'GET', '/v1/system/users')
/** Fetch a user of a silo. */
export const siloUserView = /* @__PURE__ */ call('siloUserView', 'GET', '/v1/system/users/{userId}')
/** Disable a user of a silo. */
export const siloUserDisable = /* @__PURE__ */ extensionCall('siloUserDisable', 'POST', '/experimental/v1/system/users/{userId}/disable', ['silo-user', 'device-access-token'])
/** Enable a disabled user of a silo. */
export const siloUserEnable = /* @__PURE__ */ extensionCall('siloUserEnable', 'POST', '/experimental/v1/system/users/{userId}/enable', ['silo-user'])
/** Create a user of a silo whose users sign in with passwords. */
export const localIdpUserCreate = /* @__PURE__ */ call('localIdpUserCreate', 'POST', '/v1/system/identity-providers/local/users', ['silo-user'])
/** Delete a user of a silo whose users sign in with passwords. */
export const localIdpUserDelete = /* @__PURE__ */ call('localIdpUserDelete', 'DELETE', '/v1/system/identity-providers/local/users/{userId}', ['silo-user', 'silo-group', 'fleet-policy', 'silo-policy', 'project-policy'])
/** Set or remove a user's password. */
export const localIdpUserSetPassword = /* @__PURE__ */ call('localIdpUserSetPassword', 'POST', '/v1/system/identity-providers/local/users/{userId}/set-password', ['silo-user', 'device-access-token'])
/** Fetch how you sign in. */
export const currentUserSignInView = /* @__PURE__ */ extensionCall('currentUserSignInView', 'GET', '/experimental/v1/me/sign-in')
/** Change your own password. */
export const currentUserPasswordUpdate = /* @__PURE__ */ extensionCall('currentUserPasswordUpdate', 'POST', '/experimental/v1/me/password', ['silo-user', 'device-access-token'])
