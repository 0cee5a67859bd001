// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Fetch whether a user has a second factor. */
export const siloUserSecondFactorView = /* @__PURE__ */ extensionCall('siloUserSecondFactorView', 'GET', '/experimental/v1/system/users/{userId}/second-factor')
