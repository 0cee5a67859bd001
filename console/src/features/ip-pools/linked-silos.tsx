import type { ItemOf } from '@granary/contract/call.ts'
import { siloView, systemIpPoolSiloList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { ListSection } from '../../app/kit/list-section.tsx'
import { NameLink } from '../../app/kit/name-link.tsx'
import { usePage } from '../../app/kit/use-page.ts'
import { Id } from '../../ui/format/id.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { Tip } from '../../ui/tooltip.tsx'
import { LinkButton } from './link-button.tsx'
import { DefaultBadge } from './pool-cells.tsx'
import { usePool } from './pool-query.ts'
import { useLinkEntries } from './use-link-entries.tsx'

const LinkSiloDialog = lazyPart(() => import('./link-silo-dialog.tsx'))

type Link = ItemOf<'systemIpPoolSiloList'>

const column = columnsOf<Link>()
const columns = [
  column.accessor('siloId', { header: 'Silo', cell: ({ getValue }) => <SiloName id={getValue()} /> }),
  column.accessor('isDefault', {
    header: () => (
      <span className="inline-flex items-center gap-1.5">
        Silo default
        <Tip>The silo takes addresses of this version and type from it when no pool is named</Tip>
      </span>
    ),
    cell: ({ getValue }) => getValue() && <Default />,
  }),
  column.actions((link) => <LinkActions link={link} />),
]

const useSiloOf = (id: string) =>
  useQuery({ ...apiQuery(siloView, { path: { silo: id } }), throwOnError: false })

function SiloName({ id }: { id: string }) {
  const { data: silo, error } = useSiloOf(id)
  if (!silo) return error ? <Id id={id} /> : <span className="skeleton inline-block h-3 w-20" />
  return (
    <NameLink to="/system/silos/$silo/ip-pools" params={{ silo: silo.name }}>
      {silo.name}
    </NameLink>
  )
}

const Default = () => <DefaultBadge pool={usePool()} />

function LinkActions({ link }: { link: Link }) {
  const pool = usePool()
  const name = useSiloOf(link.siloId).data?.name ?? link.siloId
  const entriesOf = useLinkEntries('silo')
  return (
    <ActionsMenu entries={entriesOf({ pool, silo: { id: link.siloId, name }, isDefault: link.isDefault })} />
  )
}

/** Lists the silos that may take addresses from a pool. */
export function LinkedSilos() {
  const pool = usePool()
  const page = usePage(systemIpPoolSiloList, { path: { pool: pool.id } })
  const [linking, setLinking] = useState(false)
  const link = <LinkButton label="Link silo" onPress={() => setLinking(true)} />
  return (
    <>
      <ListSection
        title="Linked silos"
        create={link}
        columns={columns}
        page={page}
        rowId={({ siloId }) => siloId}
        empty={
          <EmptyState
            drawing="silo"
            title="No linked silos"
            body="No one can take addresses from this pool yet. Link it to a silo."
            action={link}
          />
        }
      />
      {linking && (
        <Suspense fallback={null}>
          <LinkSiloDialog
            pool={pool}
            linked={(page.rows ?? []).map(({ siloId }) => siloId)}
            onClose={() => setLinking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
