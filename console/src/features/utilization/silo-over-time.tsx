import { projectList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isFinal } from '../../api/errors.ts'
import { NotKnown } from '../../app/kit/failed.tsx'
import { allQuery } from '../../api/queries.ts'
import { OverTime } from './over-time.tsx'

const route = getRouteApi('/authenticated/silo/utilization')

/** What the silo, or one of its projects, has provisioned over time. Only the silo has a quota. */
export function SiloOverTime() {
  const { data, error, isPending, refetch } = useQuery({ ...allQuery(projectList, {}), throwOnError: false })
  return (
    <>
      {error && !data && !isFinal(error) && (
        <p className="mb-3">
          <NotKnown what="Projects to filter by" error={error} onRetry={() => void refetch()} />
        </p>
      )}
      <OverTime
        search={route.useSearch()}
        label="Filter by project"
        all="All projects"
        // If the list fails, the charts show everything.
        scopes={isPending ? undefined : (data ?? [])}
        counted="silo"
        quotas={{ all: true, one: false }}
      />
    </>
  )
}
