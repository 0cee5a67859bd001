// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Begin to set up your second factor. */
export const currentUserSecondFactorSetup = /* @__PURE__ */ extensionCall('currentUserSecondFactorSetup', 'POST', '/experimental/v1/me/second-factor/setup')
/** Confirm your second factor with a code. */
export const currentUserSecondFactorConfirm = /* @__PURE__ */ extensionCall('currentUserSecondFactorConfirm', 'POST', '/experimental/v1/me/second-factor/confirm', ['silo-user', 'device-access-token'])
/** Replace your recovery codes. */
export const currentUserSecondFactorRecovery = /* @__PURE__ */ extensionCall('currentUserSecondFactorRecovery', 'POST', '/experimental/v1/me/second-factor/recovery-codes', ['silo-user'])
/** Remove your second factor. */
export const currentUserSecondFactorRemove = /* @__PURE__ */ extensionCall('currentUserSecondFactorRemove', 'POST', '/experimental/v1/me/second-factor/remove', ['silo-user'])
/** Remove a user's second factor. */
export const siloUserSecondFactorReset = /* @__PURE__ */ extensionCall('siloUserSecondFactorReset', 'DELETE', '/experimental/v1/system/users/{userId}/second-factor', ['silo-user', 'device-access-token'])
