// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** Run one operation on many resources. */
export const bulkJobCreate = /* @__PURE__ */ extensionCall('bulkJobCreate', 'POST', '/experimental/v1/bulk-jobs', ['bulk-job'])
/** Retry the failed resources of a bulk job. */
export const bulkJobRetry = /* @__PURE__ */ extensionCall('bulkJobRetry', 'POST', '/experimental/v1/bulk-jobs/{job}/retry', ['bulk-job'])
