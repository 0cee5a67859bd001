import { logRetentionView } from '@granary/contract/generated/client.ts'
import { daysText } from '@granary/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { isFinal } from '../../api/errors.ts'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { NotKnown } from '../../app/kit/failed.tsx'

/** Says how long entries are kept; nothing on a server that doesn't tell. */
export function KeptFor() {
  const { data, error, refetch } = useQuery(optionalQuery(useExtensions(), logRetentionView, {}))
  if (error && !data && !isFinal(error))
    return (
      <p className="mt-4">
        <NotKnown what="The time for which entries are kept" error={error} onRetry={() => void refetch()} />
      </p>
    )
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
