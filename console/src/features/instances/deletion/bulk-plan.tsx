import { instanceDeletionPlan } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { type DeletionPlan, totals } from './plan-words.ts'

/** The plans of so many are asked for; of more it is said what holds for all. */
const MOST = 50

/** What deleting many instances takes with it and leaves, added up from the plan of each. */
export default function BulkPlan({ ids }: { ids: readonly string[] }) {
  const asked = ids.length <= MOST ? ids : []
  const answers = useQueries({
    queries: asked.map((instance) => ({
      ...apiQuery(instanceDeletionPlan, { path: { instance } }),
      staleTime: 0,
      gcTime: 0,
      throwOnError: false,
    })),
  })
  if (asked.length === 0 || answers.some(({ isError }) => isError)) return <Rule />
  if (answers.some(({ isPending }) => isPending))
    return (
      <div
        role="status"
        aria-label="Looking up what goes and what stays"
        className="mt-3 flex flex-col gap-2"
      >
        <Skeleton className="h-3 w-56" />
        <Skeleton className="h-3 w-64" />
      </div>
    )
  const { goes, stays } = totals(
    answers.flatMap(({ data }) => data ?? ([] as DeletionPlan[])),
    formatBytes,
  )
  return (
    <dl className="mt-3 flex flex-col gap-1 text-sm">
      <div>
        <dt className="inline text-text-muted">With them go: </dt>
        <dd className="inline">{goes || 'nothing else'}</dd>
      </div>
      <div>
        <dt className="inline text-text-muted">Free for others are then: </dt>
        <dd className="inline">{stays || 'nothing'}</dd>
      </div>
    </dl>
  )
}

const Rule = () => (
  <p className="mt-3 text-text-muted">
    Their disks are detached and stay. Their floating IPs stay too; their network interfaces and other
    addresses go.
  </p>
)
