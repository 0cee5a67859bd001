import { siloList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useExtensions } from '../../api/extensions.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { allQuery } from '../../api/queries.ts'
import { FleetOutlook } from './outlooks.tsx'
import { OverTime } from './over-time.tsx'

const route = getRouteApi('/authenticated/system/utilization')

/** What all silos, or one of them, have provisioned over time. */
export function SystemOverTime() {
  const silos = useQuery({ ...allQuery(siloList, {}), throwOnError: false })
  const search = route.useSearch()
  const extensions = useExtensions()
  const silo = silos.data?.find(({ id }) => id === search.scope)
  return (
    <div className="flex flex-col gap-6">
      <p className="empty:hidden">
        <IfMissed what="Silos to filter by" of={silos} />
      </p>
      <OverTime
        search={search}
        label="Filter by silo"
        all="All silos"
        // If the list fails, the charts show everything.
        scopes={silos.isPending ? undefined : (silos.data ?? [])}
        counted="fleet"
        quotas={{ all: true, one: true }}
      />
      {silo && extensions && <FleetOutlook extensions={extensions} silo={silo.id} />}
    </div>
  )
}
