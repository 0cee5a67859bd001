// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Sign in with a user name and password. */
export const loginLocal = /* @__PURE__ */ call('loginLocal', 'POST', '/v1/login/{siloName}/local', [], {"expectedFailures":{"401":"wrong user name or password","429":"too many attempts"}})
/** Sign out of the current session. */
export const logout = /* @__PURE__ */ call('logout', 'POST', '/v1/logout')
