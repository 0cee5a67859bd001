import { systemSubnetPoolMemberList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import { apiQuery } from '../../api/queries.ts'
import { pathTo } from '../../app/paths.ts'
import { PoolPage } from '../../kinds/pool/pool-page.tsx'
import { SUBNET_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Property } from '../../ui/page/properties-table.tsx'
import { Members } from './members.tsx'
import { usePool } from './pool-query.ts'
import { RemainingAddresses } from './remaining-addresses.tsx'

const route = getRouteApi('/authenticated/system/networking/subnet-pools/$pool')

/** The page of a subnet pool: its members and the silos that use it. */
export function SubnetPoolPage() {
  const pool = usePool()
  const { tab } = route.useSearch()
  const members = useQuery({
    ...apiQuery(systemSubnetPoolMemberList, { path: { pool: pool.id }, query: { limit: 1 } }),
    throwOnError: false,
  })
  const isKept = (members.data?.items.length ?? 0) > 0
  const addPath = pathTo('/system/networking/subnet-pools/$pool/members-add', { pool: pool.name })
  return (
    <PoolPage
      kind={SUBNET_POOLS}
      pool={pool}
      icon={<Grid2x2 />}
      keptReason={isKept && 'Subnet pool cannot be deleted while it contains members'}
      tab={tab}
      contents={{
        label: 'Members',
        content: <Members addPath={addPath} />,
        addLabel: 'Add member',
        addPath,
      }}
    >
      <Property label="Addresses remaining">
        <RemainingAddresses pool={pool.id} />
      </Property>
      <Property label="Created">
        <DateTime date={pool.timeCreated} />
      </Property>
      <Property label="Last Modified">
        <DateTime date={pool.timeModified} />
      </Property>
    </PoolPage>
  )
}
