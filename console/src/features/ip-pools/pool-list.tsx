import Network from 'lucide-react/icons/network'
import { PoolList } from '../../kinds/pool/list.tsx'
import { IP_POOLS, type Pool } from '../../kinds/pool/pool-kinds.ts'
import { columnsOf } from '../../ui/table/columns.ts'
import { RemainingIps, typeColumn } from './cells.tsx'

const column = columnsOf<Pool>()
const columns = [
  typeColumn<Pool>(),
  column.accessor('id', {
    header: 'IPs remaining',
    cell: ({ row: { original: pool } }) => <RemainingIps pool={pool} />,
  }),
]

/** Lists the IP pools of silos. */
export const IpPoolList = () => (
  <PoolList
    kind={IP_POOLS}
    icon={<Network />}
    columns={columns}
    hint="Instances get external addresses from pools. Create a pool, add ranges of addresses to it, and link it to silos."
  />
)
