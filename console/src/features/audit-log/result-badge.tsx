import { StateBadge } from '../../ui/badge.tsx'
import type { AuditEntry } from './audit-entry.ts'

/** The outcome of a request, with the HTTP status of an error. */
export function ResultBadge({ result }: { result: AuditEntry['result'] }) {
  if (result.kind === 'success') return <StateBadge color="positive">Success</StateBadge>
  if (result.kind === 'unknown') return <StateBadge color="neutral">Unknown</StateBadge>
  const { httpStatusCode } = result
  return (
    <StateBadge color={httpStatusCode >= 500 ? 'danger' : 'notice'}>{`Error ${httpStatusCode}`}</StateBadge>
  )
}
