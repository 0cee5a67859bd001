import { logRetentionView } from '@granary/contract/generated/client.ts'
import { daysText } from '@granary/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'

/** Says how long entries are kept; nothing on a server that doesn't tell. */
export function KeptFor() {
  const { data } = useQuery(optionalQuery(useExtensions(), logRetentionView, {}))
  return (
    data && (
      <p className="mt-4 text-sm text-text-muted">
        {data.auditLogDays === data.changeLogDays
          ? `Entries and the histories of resources are kept for ${daysText(data.auditLogDays)}.`
          : `Entries are kept for ${daysText(data.auditLogDays)}, and the histories of resources for ${daysText(data.changeLogDays)}.`}
      </p>
    )
  )
}
