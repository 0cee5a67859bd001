// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Create disk. */
export const diskCreate = /* @__PURE__ */ call('diskCreate', 'POST', '/v1/disks', ['disk'])
/** Delete disk. */
export const diskDelete = /* @__PURE__ */ call('diskDelete', 'DELETE', '/v1/disks/{disk}', ['disk', 'instance'])
/** Protect disk from deletion. */
export const diskProtect = /* @__PURE__ */ extensionCall('diskProtect', 'POST', '/experimental/v1/disks/{disk}/protect', ['disk'])
/** Lift the deletion protection of disk. */
export const diskUnprotect = /* @__PURE__ */ extensionCall('diskUnprotect', 'POST', '/experimental/v1/disks/{disk}/unprotect', ['disk'])
/** Start importing blocks into disk. */
export const diskBulkWriteImportStart = /* @__PURE__ */ call('diskBulkWriteImportStart', 'POST', '/v1/disks/{disk}/bulk-write-start', ['disk'])
/** Import blocks into disk, as base64. */
export const diskBulkWriteImport = /* @__PURE__ */ call('diskBulkWriteImport', 'POST', '/v1/disks/{disk}/bulk-write')
/** Import blocks into disk, as raw bytes. */
export const diskWriteBlocks = /* @__PURE__ */ extensionCall('diskWriteBlocks', 'PUT', '/experimental/v1/disks/{disk}/blocks')
/** Pause the import of blocks into disk. */
export const diskBulkWriteImportStop = /* @__PURE__ */ call('diskBulkWriteImportStop', 'POST', '/v1/disks/{disk}/bulk-write-stop', ['disk'])
/** Hold the import of disk for one upload. */
export const diskHoldImport = /* @__PURE__ */ extensionCall('diskHoldImport', 'PUT', '/experimental/v1/disks/{disk}/import-holder')
/** Finish the import of disk. */
export const diskFinalizeImport = /* @__PURE__ */ call('diskFinalizeImport', 'POST', '/v1/disks/{disk}/finalize', ['disk', 'snapshot'])
