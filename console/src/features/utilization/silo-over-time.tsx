import { projectList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { allQuery } from '../../api/queries.ts'
import { OverTime } from './over-time.tsx'

const route = getRouteApi('/authenticated/silo/utilization')

/** What the silo, or one of its projects, has provisioned over time. Only the silo has a quota. */
export function SiloOverTime() {
  const projects = useQuery({ ...allQuery(projectList, {}), throwOnError: false })
  return (
    <>
      <p className="mb-3 empty:hidden">
        <IfMissed what="Projects to filter by" of={projects} />
      </p>
      <OverTime
        search={route.useSearch()}
        label="Filter by project"
        all="All projects"
        // If the list fails, the charts show everything.
        scopes={projects.isPending ? undefined : (projects.data ?? [])}
        counted="silo"
        quotas={{ all: true, one: false }}
      />
    </>
  )
}
