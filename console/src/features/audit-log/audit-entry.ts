import type { ItemOf } from '@granary/contract/call.ts'

export type AuditEntry = ItemOf<'auditLogList'>
