// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** List your own sessions. */
export const currentUserSessionList = /* @__PURE__ */ extensionCall('currentUserSessionList', 'GET', '/experimental/v1/me/sessions', [], {"sorts":["created","used"]})
