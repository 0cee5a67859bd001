import { logRetentionView } from '@granary/contract/generated/client.ts'
import { daysText } from '@granary/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'

/** Says how long entries are kept; nothing on a server that doesn't tell. */
export function KeptFor() {
  const read = useQuery(optionalQuery(useExtensions(), logRetentionView, {}))
  const { data } = read
  return (
    <p className="mt-4 text-sm text-text-muted empty:hidden">
      <IfMissed what="The time for which entries are kept" of={read} />
      {data &&
        (data.auditLogDays === data.changeLogDays
          ? `Entries and the histories of resources are kept for ${daysText(data.auditLogDays)}.`
          : `Entries are kept for ${daysText(data.auditLogDays)}, and the histories of resources for ${daysText(data.changeLogDays)}.`)}
    </p>
  )
}
