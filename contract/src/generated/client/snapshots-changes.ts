// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create snapshot of a disk. */
export const snapshotCreate = /* @__PURE__ */ call('snapshotCreate', 'POST', '/v1/snapshots', ['snapshot', 'disk'])
/** Delete snapshot. */
export const snapshotDelete = /* @__PURE__ */ call('snapshotDelete', 'DELETE', '/v1/snapshots/{snapshot}', ['snapshot'])
