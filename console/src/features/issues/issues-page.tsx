import type { CallOutput } from '@granary/contract/call.ts'
import { issueList, systemIssueList } from '@granary/contract/generated/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { countQuery } from '../../app/issues/count-query.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader, Toolbar } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { CheckCard } from './check-card.tsx'
import type { Issue } from './issue.ts'

/** Interval between two reads, because some issues come with time; milliseconds. */
const INTERVAL_MS = 30_000

/** What needs attention in the silo of the user. */
export const SiloIssues = () => <Issues isFleet={false} />
/** What needs attention in the fleet. */
export const SystemIssues = () => <Issues isFleet />

function Issues({ isFleet }: { isFleet: boolean }) {
  const extensions = usePageExtensions()
  const input = { query: { includeSnoozed: true } }
  const own = apiQuery(extensions.call(issueList), input)
  const ofFleet = apiQuery(extensions.call(systemIssueList), input)
  const options = { refetchInterval: INTERVAL_MS, throwOnError: false }
  const inSilo = useQuery({ ...own, ...options, enabled: !isFleet })
  const inFleet = useQuery({ ...ofFleet, ...options, enabled: isFleet })
  const { data, error, refetch } = isFleet ? inFleet : inSilo
  useFreshCount(data, isFleet)
  const [showsSnoozed, setShowsSnoozed] = useState(false)
  const items = data?.items.filter((issue) => showsSnoozed || issue.snoozedUntil === null)
  return (
    <>
      <PageHeader title="Issues" icon={<CircleAlert />} />
      {data && data.snoozed > 0 && (
        <Toolbar>
          <Checkbox isSelected={showsSnoozed} onChange={setShowsSnoozed}>
            {`Show snoozed issues (${data.snoozed})`}
          </Checkbox>
        </Toolbar>
      )}
      {items ? (
        <Checks issues={items} capped={data!.capped} isFleet={isFleet} onChange={() => void refetch()} />
      ) : error ? (
        <Failed what="Issues" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </>
  )
}

/** The list is newer than the count in the sidebar. */
function useFreshCount(data: CallOutput<'issueList'> | undefined, isFleet: boolean) {
  const client = useQueryClient()
  const extensions = usePageExtensions()
  useEffect(() => {
    if (!data) return
    const count = { count: data.items.length - data.snoozed, isCapped: data.capped.length > 0 }
    const { queryKey } = countQuery(extensions, isFleet)
    // An older count that is still on its way must not replace this one.
    void client.cancelQueries({ queryKey }).then(() => client.setQueryData<typeof count>(queryKey, count))
  }, [client, data, extensions, isFleet])
}

type ChecksProps = {
  issues: readonly Issue[]
  capped: readonly Issue['check'][]
  isFleet: boolean
  onChange: () => void
}

function Checks({ issues, capped, isFleet, onChange }: ChecksProps) {
  if (issues.length === 0)
    return (
      <EmptyState
        icon={<CircleAlert />}
        title="No issues"
        body={
          isFleet
            ? 'Certificates that end soon, and quotas and pools that are nearly full appear here.'
            : 'Machines that failed or wait to start, resources without use and quotas that are nearly full appear here.'
        }
      />
    )
  return (
    <div className="flex flex-col gap-4">
      {[...Map.groupBy(issues, ({ check }) => check)].map(([check, some]) => (
        <CheckCard
          key={check}
          check={check}
          issues={some}
          isCapped={capped.includes(check)}
          isFleet={isFleet}
          onChange={onChange}
        />
      ))}
    </div>
  )
}
