import type { RangeName } from '../../app/kit/lists/log-ranges.ts'

export const AUDIT_RESULTS = ['success', 'error', 'unknown'] as const
export type AuditResult = (typeof AUDIT_RESULTS)[number]

export const DEFAULT_RANGE: RangeName = 'day'
