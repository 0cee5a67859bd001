import { fullNumber } from '@granary/domain/numbers.ts'
import { StateBadge } from '../../ui/badge.tsx'
import type { AuditEntry } from './audit-entry.ts'

/** The outcome of a request, with the HTTP status of an error and how often it was refused again. */
export function ResultBadge({ result, repeats = 0 }: Pick<AuditEntry, 'result' | 'repeats'>) {
  if (result.kind === 'success') return <StateBadge color="positive">Success</StateBadge>
  if (result.kind === 'unknown') return <StateBadge color="neutral">Unknown</StateBadge>
  const { httpStatusCode } = result
  const times = repeats > 0 ? `, ${fullNumber(repeats + 1)} times` : ''
  return (
    <StateBadge color={httpStatusCode >= 500 ? 'danger' : 'notice'}>
      {`Error ${httpStatusCode}${times}`}
    </StateBadge>
  )
}
