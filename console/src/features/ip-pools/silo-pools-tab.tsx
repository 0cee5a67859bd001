import type { ItemOf } from '@granary/contract/call.ts'
import { siloIpPoolList } from '@granary/contract/generated/client.ts'
import { Suspense, useState } from 'react'
import { ListSection } from '../../app/kit/list-section.tsx'
import { NameLink } from '../../app/kit/name-link.tsx'
import { usePage } from '../../app/kit/use-page.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/format/description.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { LinkButton } from './link-button.tsx'
import { DefaultBadge, TypeBadge, VersionBadge } from './pool-cells.tsx'
import { useLinkEntries } from './use-link-entries.tsx'

const LinkPoolDialog = lazyPart(() => import('./link-pool-dialog.tsx'))

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
  column.accessor('ipVersion', {
    header: 'Version',
    cell: ({ getValue }) => <VersionBadge version={getValue()} />,
  }),
  column.accessor('poolType', { header: 'Type', cell: ({ getValue }) => <TypeBadge type={getValue()} /> }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((pool) => <PoolActions pool={pool} />),
]

const PoolName = ({ pool }: { pool: Pool }) => (
  <span className="inline-flex items-center gap-2">
    <NameLink to="/system/networking/ip-pools/$pool" params={{ pool: pool.id }}>
      {pool.name}
    </NameLink>
    {pool.isDefault && <DefaultBadge pool={pool} />}
  </span>
)

function PoolActions({ pool }: { pool: Pool }) {
  const { silo } = useSilo()
  const entriesOf = useLinkEntries('pool')
  return <ActionsMenu id={pool.id} entries={entriesOf({ pool, silo, isDefault: pool.isDefault })} />
}

/** Lists the IP pools that provide a silo's external addresses. */
export function SiloPoolsTab() {
  const { silo } = useSilo()
  const page = usePage(siloIpPoolList, { path: { silo: silo.name } })
  const [linking, setLinking] = useState(false)
  const link = <LinkButton label="Link pool" onPress={() => setLinking(true)} />
  return (
    <>
      <ListSection
        title="IP pools"
        create={link}
        columns={columns}
        page={page}
        rowId={(pool) => pool.id}
        empty={
          <EmptyState
            drawing="network"
            title="No linked IP pools"
            body="Instances of this silo can't get external addresses without a pool. Link one to it."
            action={link}
          />
        }
      />
      {linking && (
        <Suspense fallback={null}>
          <LinkPoolDialog silo={silo.name} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </>
  )
}
