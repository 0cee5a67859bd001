// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List support bundles. */
export const supportBundleList = /* @__PURE__ */ call('supportBundleList', 'GET', '/v1/system/support-bundles')
/** Fetch support bundle. */
export const supportBundleView = /* @__PURE__ */ call('supportBundleView', 'GET', '/v1/system/support-bundles/{bundleId}')
/** Download support bundle. */
export const supportBundleDownload = /* @__PURE__ */ call('supportBundleDownload', 'GET', '/v1/system/support-bundles/{bundleId}/download')
/** List files of a support bundle. */
export const supportBundleIndex = /* @__PURE__ */ call('supportBundleIndex', 'GET', '/v1/system/support-bundles/{bundleId}/index')
/** Download file of a support bundle. */
export const supportBundleDownloadFile = /* @__PURE__ */ call('supportBundleDownloadFile', 'GET', '/v1/system/support-bundles/{bundleId}/download/{file}')
