import type { ItemOf } from '@granary/contract/call.ts'
import { systemIpPoolList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import Network from 'lucide-react/icons/network'
import { CreateLink } from '../../app/kit/create-link.tsx'
import { ListPage } from '../../app/kit/list-page.tsx'
import { NameLink } from '../../app/kit/name-link.tsx'
import { usePage } from '../../app/kit/use-page.ts'
import { pathTo } from '../../app/paths.ts'
import { useMay } from '../../app/permissions.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/format/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { Remaining, TypeBadge, VersionBadge } from './pool-cells.tsx'
import { ADMINS_ONLY, LISTED_POOLS } from './pool-query.ts'
import { usePoolEntries } from './use-pool-entries.tsx'

type Pool = ItemOf<'systemIpPoolList'>

const column = columnsOf<Pool>()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to="/system/networking/ip-pools/$pool" params={{ pool: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('description', {
    header: 'description',
    cell: ({ getValue }) => <Description text={getValue()} />,
  }),
  column.accessor('ipVersion', {
    header: 'Version',
    cell: ({ getValue }) => <VersionBadge version={getValue()} />,
  }),
  column.accessor('poolType', { header: 'Type', cell: ({ getValue }) => <TypeBadge type={getValue()} /> }),
  column.accessor('id', {
    header: 'IPs remaining',
    cell: ({ row: { original: pool } }) => <Remaining pool={pool} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((pool) => <PoolActions pool={pool} />),
]

const pageOf = (pool: string): string => pathTo('/system/networking/ip-pools/$pool', { pool })
const newPool = [{ label: 'New IP pool', href: pathTo('/system/networking/ip-pools-new') }]
const none: typeof newPool = []

/** Lists the IP pools of silos. */
export function PoolList() {
  const page = usePage(systemIpPoolList, { query: LISTED_POOLS })
  const mayCreate = useMay().fleet('modify')
  useQuickActions('Actions', mayCreate ? newPool : none)
  useGoTo('Go to IP pool', systemIpPoolList, LISTED_POOLS, page.rows, pageOf)
  const create = mayCreate ? (
    <CreateLink to="/system/networking/ip-pools-new">New IP pool</CreateLink>
  ) : (
    <Button disabledReason={ADMINS_ONLY}>New IP pool</Button>
  )
  return (
    <>
      <ListPage
        title="IP Pools"
        icon={<Network />}
        create={create}
        columns={columns}
        page={page}
        rowId={(pool) => pool.id}
        empty={
          <EmptyState
            drawing="network"
            title="No IP pools"
            body="Instances get external addresses from pools. Create a pool, add ranges of addresses to it, and link it to silos."
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

function PoolActions({ pool }: { pool: Pool }) {
  const entriesOf = usePoolEntries()
  return <ActionsMenu id={pool.id} entries={entriesOf(pool)} />
}
