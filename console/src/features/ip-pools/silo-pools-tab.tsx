import type { ItemOf } from '@granary/contract/call.ts'
import { siloIpPoolList } from '@granary/contract/generated/client.ts'
import { ListSection } from '../../app/kit/list-section.tsx'
import { usePage } from '../../app/kit/use-page.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/format/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'

type Pool = ItemOf<'siloIpPoolList'>

const column = columnsOf<Pool>()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: pool } }) => <PoolName pool={pool} />,
  }),
  column.accessor('description', {
    header: 'description',
    cell: ({ getValue }) => <Description text={getValue()} />,
  }),
  column.accessor('ipVersion', { header: 'Version', cell: ({ getValue }) => <Badge>{getValue()}</Badge> }),
  column.accessor('poolType', {
    header: 'Type',
    cell: ({ getValue }) => <Badge color="neutral">{getValue()}</Badge>,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((pool) => <ActionsMenu id={pool.id} entries={[]} />),
]

const PoolName = ({ pool }: { pool: Pool }) => (
  <span className="inline-flex items-center gap-2">
    {pool.name}
    {pool.isDefault && (
      <Tooltip content={`Used for addresses when a request names no ${pool.ipVersion} ${pool.poolType} pool`}>
        <button type="button" className="relative z-1 cursor-default">
          <Badge color="neutral">default</Badge>
        </button>
      </Tooltip>
    )}
  </span>
)

/** Lists the IP pools that provide a silo's external addresses. */
export function SiloPoolsTab() {
  const { silo } = useSilo()
  const page = usePage(siloIpPoolList, { path: { silo: silo.name } })
  return (
    <ListSection
      title="IP pools"
      columns={columns}
      page={page}
      rowId={(pool) => pool.id}
      empty={
        <EmptyState
          drawing="network"
          title="No linked IP pools"
          body="Instances of this silo can't get external addresses without a pool."
        />
      }
    />
  )
}
