// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create support bundle. */
export const supportBundleCreate = /* @__PURE__ */ call('supportBundleCreate', 'POST', '/v1/system/support-bundles', ['support-bundle'])
/** Update support bundle. */
export const supportBundleUpdate = /* @__PURE__ */ call('supportBundleUpdate', 'PUT', '/v1/system/support-bundles/{bundleId}', ['support-bundle'])
/** Delete support bundle. */
export const supportBundleDelete = /* @__PURE__ */ call('supportBundleDelete', 'DELETE', '/v1/system/support-bundles/{bundleId}', ['support-bundle'])
/** Fetch the size of a support bundle. */
export const supportBundleHead = /* @__PURE__ */ call('supportBundleHead', 'HEAD', '/v1/system/support-bundles/{bundleId}/download')
/** Fetch the size of a file of a support bundle. */
export const supportBundleHeadFile = /* @__PURE__ */ call('supportBundleHeadFile', 'HEAD', '/v1/system/support-bundles/{bundleId}/download/{file}')
