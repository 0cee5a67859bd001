// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List audit log entries. */
export const auditLogList = /* @__PURE__ */ call('auditLogList', 'GET', '/v1/system/audit-log')
