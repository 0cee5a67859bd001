// Made by `npm run generate` from the contract; do not edit.
import { extensionCall } from '../../call.ts'

/** List the caller's recent bulk jobs. */
export const bulkJobList = /* @__PURE__ */ extensionCall('bulkJobList', 'GET', '/experimental/v1/bulk-jobs')
/** Fetch bulk job. */
export const bulkJobView = /* @__PURE__ */ extensionCall('bulkJobView', 'GET', '/experimental/v1/bulk-jobs/{job}')
/** List the results of a bulk job. */
export const bulkJobItemList = /* @__PURE__ */ extensionCall('bulkJobItemList', 'GET', '/experimental/v1/bulk-jobs/{job}/items')
