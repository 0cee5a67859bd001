import type { ItemOf } from '@granary/contract/call.ts'
import { siloView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { isFinal } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { linkTo } from '../../app/paths.ts'
import { useMay } from '../../app/permissions.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { Id } from '../../ui/format/id.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { HeaderWithTip } from '../../app/kit/lists/header-with-tip.tsx'
import { LinkButton } from './link-button.tsx'
import { DefaultBadge } from './pool-cells.tsx'
import type { Pool, PoolKind } from './pool-kinds.ts'
import { useLinkEntries } from './use-link-entries.tsx'

const LinkSiloDialog = lazyPart(() => import('./link-silo-dialog.tsx'))

type Of = { kind: PoolKind; pool: Pool }
type Link = ItemOf<'systemIpPoolSiloList' | 'systemSubnetPoolSiloList'>

const column = columnsOf<Link>()
const columnsFor = ({ kind, pool }: Of) => [
  column.accessor('siloId', {
    header: 'Silo',
    cell: ({ getValue }) => <SiloName kind={kind} id={getValue()} />,
  }),
  column.accessor('isDefault', {
    header: () => (
      <HeaderWithTip text="Silo default">
        The silo takes {kind.taken} of this version{pool.poolType && ' and type'} from it when no pool is
        named
      </HeaderWithTip>
    ),
    cell: ({ getValue }) => getValue() && <DefaultBadge kind={kind} pool={pool} />,
  }),
  column.actions((link) => <LinkActions kind={kind} pool={pool} link={link} />),
]

const useSiloOf = (id: string) =>
  useQuery({ ...apiQuery(siloView, { path: { silo: id } }), throwOnError: false })

/** Names a linked silo. Shows the ID if the caller may not read the silo. */
export function SiloName({ kind, id }: { kind: PoolKind; id: string }) {
  const { data: silo, error } = useSiloOf(id)
  if (!silo) return isFinal(error) ? <Id id={id} /> : <Unread error={error} />
  return <NameLink {...linkTo(kind.siloPath(silo.name))}>{silo.name}</NameLink>
}

function LinkActions({ kind, pool, link }: Of & { link: Link }) {
  const name = useSiloOf(link.siloId).data?.name ?? link.siloId
  const entriesOf = useLinkEntries(kind, 'silo')
  return (
    <ActionsMenu entries={entriesOf({ pool, silo: { id: link.siloId, name }, isDefault: link.isDefault })} />
  )
}

/** Lists the silos whose users may take addresses or subnets from a pool. */
export function LinkedSilos({ kind, pool }: Of) {
  const page = usePage(kind.silos, { path: { pool: pool.id } })
  const [linking, setLinking] = useState(false)
  const columns = useMemo(() => columnsFor({ kind, pool }), [kind, pool])
  const mayLink = useMay().fleet('modify')
  useQuickActions(
    'Actions',
    useMemo(() => (mayLink ? [{ label: 'Link silo', onAction: () => setLinking(true) }] : []), [mayLink]),
  )
  const link = <LinkButton kind={kind} label="Link silo" onPress={() => setLinking(true)} />
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
            body={`No one can take ${kind.taken} from this pool yet. Link it to a silo.`}
            action={link}
          />
        }
      />
      {linking && (
        <Suspense fallback={null}>
          <LinkSiloDialog kind={kind} pool={pool} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </>
  )
}
