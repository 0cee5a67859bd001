// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List releases. */
export const systemUpdateRepositoryList = /* @__PURE__ */ call('systemUpdateRepositoryList', 'GET', '/v1/system/update/repositories')
/** Upload release. */
export const systemUpdateRepositoryUpload = /* @__PURE__ */ call('systemUpdateRepositoryUpload', 'PUT', '/v1/system/update/repositories', ['tuf-repo'])
/** Fetch release. */
export const systemUpdateRepositoryView = /* @__PURE__ */ call('systemUpdateRepositoryView', 'GET', '/v1/system/update/repositories/{systemVersion}')
/** Delete release. */
export const systemUpdateRepositoryDelete = /* @__PURE__ */ extensionCall('systemUpdateRepositoryDelete', 'DELETE', '/experimental/v1/system/update/repositories/{systemVersion}', ['tuf-repo'])
/** Fetch space of releases. */
export const systemUpdateSpaceView = /* @__PURE__ */ extensionCall('systemUpdateSpaceView', 'GET', '/experimental/v1/system/update/space')
/** Fetch update status. */
export const systemUpdateStatus = /* @__PURE__ */ call('systemUpdateStatus', 'GET', '/v1/system/update/status')
/** Set target release. */
export const targetReleaseUpdate = /* @__PURE__ */ call('targetReleaseUpdate', 'PUT', '/v1/system/update/target-release', ['target-release', 'system-update'])
/** Finish recovery. */
export const systemUpdateRecoveryFinish = /* @__PURE__ */ call('systemUpdateRecoveryFinish', 'PUT', '/v1/system/update/recovery-finish', ['target-release', 'system-update'])
/** List trust roots. */
export const systemUpdateTrustRootList = /* @__PURE__ */ call('systemUpdateTrustRootList', 'GET', '/v1/system/update/trust-roots')
/** Add trust root. */
export const systemUpdateTrustRootCreate = /* @__PURE__ */ call('systemUpdateTrustRootCreate', 'POST', '/v1/system/update/trust-roots', ['updates-trust-root'])
/** Fetch trust root. */
export const systemUpdateTrustRootView = /* @__PURE__ */ call('systemUpdateTrustRootView', 'GET', '/v1/system/update/trust-roots/{trustRootId}')
/** Delete trust root. */
export const systemUpdateTrustRootDelete = /* @__PURE__ */ call('systemUpdateTrustRootDelete', 'DELETE', '/v1/system/update/trust-roots/{trustRootId}', ['updates-trust-root'])
