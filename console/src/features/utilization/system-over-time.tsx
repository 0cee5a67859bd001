import { siloList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { allQuery } from '../../api/queries.ts'
import { OverTime } from './over-time.tsx'

const route = getRouteApi('/authenticated/system/utilization')

/** What all silos, or one of them, have provisioned over time. */
export function SystemOverTime() {
  const { data, isPending } = useQuery({ ...allQuery(siloList, {}), throwOnError: false })
  return (
    <OverTime
      search={route.useSearch()}
      label="Filter by silo"
      all="All silos"
      // If the list fails, the charts show everything.
      scopes={isPending ? undefined : (data ?? [])}
      counted="fleet"
      quotas={{ all: true, one: true }}
    />
  )
}
