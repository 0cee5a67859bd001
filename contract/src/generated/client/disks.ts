// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List disks. */
export const diskList = /* @__PURE__ */ call('diskList', 'GET', '/v1/disks', [], {"choices":"disks","sorts":["size"]})
/** Fetch disk. */
export const diskView = /* @__PURE__ */ call('diskView', 'GET', '/v1/disks/{disk}', [], {"expectedFailures":{"404":"the source disk of a snapshot may be deleted"}})
/** List digests of the imported blocks of disk. */
export const diskBlockDigests = /* @__PURE__ */ extensionCall('diskBlockDigests', 'GET', '/experimental/v1/disks/{disk}/block-digests')
