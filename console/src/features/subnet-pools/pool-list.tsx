import Grid2x2 from 'lucide-react/icons/grid-2x2'
import { PoolList } from '../../kinds/pool/list.tsx'
import { type Pool, SUBNET_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { columnsOf } from '../../ui/table/columns.ts'
import { RemainingAddresses } from './remaining-addresses.tsx'

const columns = [
  columnsOf<Pool>().accessor('id', {
    header: 'Addresses remaining',
    cell: ({ getValue }) => <RemainingAddresses pool={getValue()} />,
  }),
]

/** Lists the subnet pools. */
export const SubnetPoolList = () => (
  <PoolList
    kind={SUBNET_POOLS}
    icon={<Grid2x2 />}
    columns={columns}
    hint="External subnets of projects come from subnet pools. Create a pool, add networks to it, and link it to silos."
  />
)
