// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List releases. */
export const systemUpdateRepositoryList = /* @__PURE__ */ call('systemUpdateRepositoryList', 'GET', '/v1/system/update/repositories')
/** Fetch release. */
export const systemUpdateRepositoryView = /* @__PURE__ */ call('systemUpdateRepositoryView', 'GET', '/v1/system/update/repositories/{systemVersion}')
/** Fetch space of releases. */
export const systemUpdateSpaceView = /* @__PURE__ */ extensionCall('systemUpdateSpaceView', 'GET', '/experimental/v1/system/update/space')
/** Fetch update status. */
export const systemUpdateStatus = /* @__PURE__ */ call('systemUpdateStatus', 'GET', '/v1/system/update/status')
/** List trust roots. */
export const systemUpdateTrustRootList = /* @__PURE__ */ call('systemUpdateTrustRootList', 'GET', '/v1/system/update/trust-roots')
/** Fetch trust root. */
export const systemUpdateTrustRootView = /* @__PURE__ */ call('systemUpdateTrustRootView', 'GET', '/v1/system/update/trust-roots/{trustRootId}')
