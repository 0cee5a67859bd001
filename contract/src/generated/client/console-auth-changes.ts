// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Request a device code for a user to confirm in a browser. */
export const deviceAuthRequest = /* @__PURE__ */ call('deviceAuthRequest', 'POST', '/device/auth')
/** Confirm the code of a device. */
export const deviceAuthConfirm = /* @__PURE__ */ call('deviceAuthConfirm', 'POST', '/device/confirm', ['device-access-token'], {"expectedFailures":{"400":"the code has expired","404":"no device shows this code"}})
/** Describe the device that shows a code. */
export const deviceAuthInspect = /* @__PURE__ */ extensionCall('deviceAuthInspect', 'POST', '/experimental/v1/device/inspect', [], {"expectedFailures":{"400":"the code has expired","404":"no device shows this code"}})
/** Fetch the access token for a confirmed device code. */
export const deviceAccessToken = /* @__PURE__ */ call('deviceAccessToken', 'POST', '/device/token')
