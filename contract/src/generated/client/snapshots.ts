// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List snapshots. */
export const snapshotList = /* @__PURE__ */ call('snapshotList', 'GET', '/v1/snapshots', [], {"choices":"snapshots","sorts":["size"]})
/** Fetch snapshot. */
export const snapshotView = /* @__PURE__ */ call('snapshotView', 'GET', '/v1/snapshots/{snapshot}', [], {"expectedFailures":{"404":"the snapshot of a disk may be deleted"}})
