import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { linkTo } from '../../app/paths.ts'
import { useMay } from '../../app/permissions.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type Column, columnsOf } from '../../ui/table/columns.ts'
import { VersionBadge } from './pool-cells.tsx'
import { adminsOnly, type Pool, type PoolKind } from './pool-kinds.ts'
import { usePoolEntries } from './use-pool-entries.tsx'

const column = columnsOf<Pool>()
const columnsFor = (kind: PoolKind, own: readonly Column<Pool>[]) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => <NameLink {...linkTo(kind.path(getValue()))}>{getValue()}</NameLink>,
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

type PoolListProps = {
  kind: PoolKind
  icon: ReactNode
  /** Columns that only this kind has, after the version. */
  columns: readonly Column<Pool>[]
  /** What to do with a first pool, for the empty list. */
  hint: string
}

/** Lists the pools of one kind. */
export function PoolList({ kind, icon, columns: own, hint }: PoolListProps) {
  const { page, filter } = useFilteredPage(kind.list, kind.linkable)
  const mayCreate = useMay().fleet('modify')
  const columns = useMemo(() => columnsFor(kind, own), [kind, own])
  useQuickActions(
    'Actions',
    useMemo(
      () => (mayCreate ? [{ label: `New ${kind.noun}`, href: kind.createPath }] : []),
      [mayCreate, kind],
    ),
  )
  useGoTo(`Go to ${kind.noun}`, kind.list, kind.linkable, page.rows, kind.path)
  const label = `New ${kind.heading}`
  const create = mayCreate ? (
    <CreateLink {...linkTo(kind.createPath)}>{label}</CreateLink>
  ) : (
    <Button disabledReason={adminsOnly(kind)}>{label}</Button>
  )
  return (
    <>
      <ListPage<Pool>
        title={`${kind.heading}s`}
        icon={icon}
        actions={<DocsPopover {...kind.docs} />}
        create={create}
        columns={columns}
        page={page}
        filter={filter}
        rowId={(pool) => pool.id}
        empty={<EmptyState drawing="network" title={`No ${kind.noun}s`} body={hint} action={create} />}
      />
      <Outlet />
    </>
  )
}

function PoolActions({ kind, pool }: { kind: PoolKind; pool: Pool }) {
  const entriesOf = usePoolEntries(kind)
  return <ActionsMenu id={pool.id} entries={entriesOf(pool)} />
}
