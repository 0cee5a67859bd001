import { systemIpPoolRangeList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Network from 'lucide-react/icons/network'
import { apiQuery } from '../../api/queries.ts'
import { pathTo } from '../../app/paths.ts'
import { IP_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { PoolPage } from '../../kinds/pool/pool-page.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Property } from '../../ui/page/properties-table.tsx'
import { RemainingIps, TypeBadge } from './cells.tsx'
import { usePool } from './pool-query.ts'
import { Ranges } from './ranges.tsx'

const route = getRouteApi('/authenticated/system/networking/ip-pools/$pool')

/** The page of an IP pool: its ranges and the silos that use it. */
export function IpPoolPage() {
  const pool = usePool()
  const { tab } = route.useSearch()
  const ranges = useQuery({
    ...apiQuery(systemIpPoolRangeList, { path: { pool: pool.id }, query: { limit: 1 } }),
    throwOnError: false,
  })
  const isKept = (ranges.data?.items.length ?? 0) > 0
  const addPath = pathTo('/system/networking/ip-pools/$pool/ranges-add', { pool: pool.name })
  return (
    <PoolPage
      kind={IP_POOLS}
      pool={pool}
      icon={<Network />}
      keptReason={isKept && 'IP pool cannot be deleted while it contains IP ranges'}
      tab={tab}
      contents={{
        label: 'IP ranges',
        content: <Ranges addPath={addPath} />,
        addLabel: 'Add range',
        addPath,
      }}
    >
      <Property label="Type">
        <TypeBadge type={pool.poolType} />
      </Property>
      <Property label="IPs remaining">
        <RemainingIps pool={pool} />
      </Property>
      <Property label="Created">
        <DateTime date={pool.timeCreated} />
      </Property>
    </PoolPage>
  )
}
