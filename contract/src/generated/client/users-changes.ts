// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** End a user's sessions and delete their access tokens. */
export const userLogout = /* @__PURE__ */ call('userLogout', 'POST', '/v1/users/{userId}/logout', ['silo-user', 'device-access-token'])
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
/** Change your own password. */
export const currentUserPasswordUpdate = /* @__PURE__ */ extensionCall('currentUserPasswordUpdate', 'POST', '/experimental/v1/me/password', ['silo-user', 'device-access-token'])
