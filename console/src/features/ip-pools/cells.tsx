import { systemIpPoolUtilizationView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { Remaining } from '../../kinds/pool/pool-cells.tsx'
import type { PoolFamily } from '../../kinds/pool/pool-kinds.ts'
import { Badge } from '../../ui/badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import type { IpPool } from './pool-query.ts'

/** Shows how many addresses of an IP pool are free, of how many. */
export function RemainingIps({ pool }: { pool: Pick<IpPool, 'id' | 'ipVersion'> }) {
  const { data, error } = useQuery({
    ...apiQuery(systemIpPoolUtilizationView, { path: { pool: pool.id } }),
    throwOnError: false,
  })
  // The published numbers are rounded above 2^53; the extension's are exact.
  const exact = data && data[`ip${pool.ipVersion}`]
  const capacity = exact && BigInt(exact.capacity)
  return (
    <Remaining
      of={exact ? { remaining: capacity! - BigInt(exact.allocated), capacity: capacity! } : data}
      error={error}
    />
  )
}

export const TypeBadge = ({ type }: { type: PoolFamily['poolType'] }) => <Badge color="neutral">{type}</Badge>

/** The column with the type of an IP pool, for lists of pools and of links. */
export const typeColumn = <Row extends PoolFamily>() =>
  columnsOf<Row>().accessor('poolType', {
    header: 'Type',
    cell: ({ getValue }) => <TypeBadge type={getValue()} />,
  })
