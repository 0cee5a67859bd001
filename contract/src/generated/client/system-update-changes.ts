// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Upload release. */
export const systemUpdateRepositoryUpload = /* @__PURE__ */ call('systemUpdateRepositoryUpload', 'PUT', '/v1/system/update/repositories', ['tuf-repo'])
/** Delete release. */
export const systemUpdateRepositoryDelete = /* @__PURE__ */ extensionCall('systemUpdateRepositoryDelete', 'DELETE', '/experimental/v1/system/update/repositories/{systemVersion}', ['tuf-repo'])
/** Set target release. */
export const targetReleaseUpdate = /* @__PURE__ */ call('targetReleaseUpdate', 'PUT', '/v1/system/update/target-release', ['target-release', 'system-update'])
/** Finish recovery. */
export const systemUpdateRecoveryFinish = /* @__PURE__ */ call('systemUpdateRecoveryFinish', 'PUT', '/v1/system/update/recovery-finish', ['target-release', 'system-update'])
/** Add trust root. */
export const systemUpdateTrustRootCreate = /* @__PURE__ */ call('systemUpdateTrustRootCreate', 'POST', '/v1/system/update/trust-roots', ['updates-trust-root'])
/** Delete trust root. */
export const systemUpdateTrustRootDelete = /* @__PURE__ */ call('systemUpdateTrustRootDelete', 'DELETE', '/v1/system/update/trust-roots/{trustRootId}', ['updates-trust-root'])
