// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** End one of your sessions. */
export const currentUserSessionDelete = /* @__PURE__ */ extensionCall('currentUserSessionDelete', 'DELETE', '/experimental/v1/me/sessions/{sessionId}', ['silo-user'])
/** End your other sessions. */
export const currentUserSessionEndOthers = /* @__PURE__ */ extensionCall('currentUserSessionEndOthers', 'POST', '/experimental/v1/me/sessions/end-others', ['silo-user'])
