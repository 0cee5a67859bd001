import { Suspense, useMemo, useState } from 'react'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { linkTo } from '../../app/paths.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type Column, columnsOf } from '../../ui/table/columns.ts'
import { useSilo } from '../silo/use-silo.ts'
import { LinkButton } from './link-button.tsx'
import { DefaultBadge, VersionBadge } from './pool-cells.tsx'
import type { LinkedPool, PoolKind } from './pool-kinds.ts'
import { useLinkEntries } from './use-link-entries.tsx'

const LinkPoolDialog = lazyPart(() => import('./link-pool-dialog.tsx'))

const column = columnsOf<LinkedPool>()
const columnsFor = (kind: PoolKind, own: readonly Column<LinkedPool>[]) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: pool } }) => <PoolName kind={kind} pool={pool} />,
  }),
  column.accessor('description', described),
  column.accessor('ipVersion', {
    header: 'Version',
    cell: ({ getValue }) => <VersionBadge version={getValue()} />,
  }),
  ...own,
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((pool) => <PoolActions kind={kind} pool={pool} />),
]

const PoolName = ({ kind, pool }: { kind: PoolKind; pool: LinkedPool }) => (
  <span className="inline-flex items-center gap-2">
    <NameLink {...linkTo(kind.path(pool.id))}>{pool.name}</NameLink>
    {pool.isDefault && <DefaultBadge kind={kind} pool={pool} />}
  </span>
)

function PoolActions({ kind, pool }: { kind: PoolKind; pool: LinkedPool }) {
  const { silo } = useSilo()
  const entriesOf = useLinkEntries(kind, 'pool')
  return <ActionsMenu id={pool.id} entries={entriesOf({ pool, silo, isDefault: pool.isDefault })} />
}

type SiloPoolsProps = {
  kind: PoolKind
  /** Columns that only this kind has, after the version. */
  columns: readonly Column<LinkedPool>[]
  /** What a silo without pools lacks, for the empty list. */
  hint: string
}

/** Lists the pools of one kind that are linked to a silo. */
export function SiloPools({ kind, columns: own, hint }: SiloPoolsProps) {
  const { silo } = useSilo()
  const page = usePage(kind.ofSilo, { path: { silo: silo.name } })
  const [linking, setLinking] = useState(false)
  const columns = useMemo(() => columnsFor(kind, own), [kind, own])
  const link = <LinkButton kind={kind} label="Link pool" onPress={() => setLinking(true)} />
  return (
    <>
      <ListSection<LinkedPool>
        title={`${kind.title}s`}
        create={link}
        columns={columns}
        page={page}
        rowId={(pool) => pool.id}
        empty={<EmptyState drawing="network" title={`No linked ${kind.noun}s`} body={hint} action={link} />}
      />
      {linking && (
        <Suspense fallback={null}>
          <LinkPoolDialog kind={kind} silo={silo.name} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </>
  )
}
