import { type AccessLevel, directRole } from '@granary/domain/access.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import KeyIcon from 'lucide-react/icons/shield-check'
import { type ReactNode, useMemo, useState } from 'react'
import { currentGroups, useCurrentUser } from '../../app/session.ts'
import { DOCS } from '../../app/docs.ts'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import type { useWhole } from '../../app/kit/lists/use-whole.ts'
import { useLocalNameFilter } from '../../app/kit/lists/use-name-filter.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { Button } from '../../ui/button.tsx'
import { containsLoosely } from '../../ui/fields/contains-loosely.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { AccessAdd } from './access-add.tsx'
import { AccessChange } from './access-change.tsx'
import type { AccessRow } from './columns.tsx'
import type { Place } from './place.ts'
import { mayChange, type Viewer } from './may-change.ts'
import { removeAccess } from './remove-access.tsx'

/** Returns the actions of an assignment's row, for pages that show other rows too. */
export type RowActions = (row: AccessRow) => ReactNode

type AccessPageProps<Row extends object> = {
  title: string
  place: Place
  page: Omit<ReturnType<typeof useWhole>, 'rows'> & { rows: Row[] | undefined }
  /** Only the rows that are assignments. */
  assigned: readonly AccessRow[]
  columns: (actions: RowActions) => Column<Row>[]
  rowId: (row: Row) => string
  /** The search text of a row. */
  nameOf: (row: Row) => string
  empty: { title: string; body: string; add: string }
  summary: string
}

const LINKS = [
  { text: 'Access Control', href: DOCS.access },
  { text: 'Identity providers and groups', href: DOCS.identityProviders },
]

const OTHER_LEVELS_NOTE: Record<AccessLevel, string> = {
  project: 'the role comes from the silo. Change it under Silo Access',
  silo: 'the role comes from elsewhere',
  fleet: 'the role comes from elsewhere',
}

/** Lists the role assignments of a place, and adds, changes and deletes them. */
export function AccessPage<Row extends object>(props: AccessPageProps<Row>) {
  const { title, place, page, assigned, columns, rowId, nameOf, empty, summary } = props
  const { name, filter } = useLocalNameFilter()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const refused = mayChange(place, assigned, viewer)
    ? undefined
    : `Only an admin of the ${place.level} may change who has access`
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<AccessRow | null>(null)
  useQuickActions(
    'Actions',
    useMemo(
      () => (refused ? [] : [{ label: 'Add user or group', onAction: () => setAdding(true) }]),
      [refused],
    ),
  )
  const shownColumns = useMemo(() => {
    const remove = async (row: AccessRow) => {
      if (await removeAccess(queryClient, place, row)) await navigate({ to: '/projects' })
    }
    return columns((row) => {
      const none = directRole(row, place.level) === null
      const reasonOf = (verb: string) =>
        refused ?? (none && `You can't ${verb} this role here: ${OTHER_LEVELS_NOTE[place.level]}`)
      return (
        <ActionsMenu
          id={row.id}
          entries={[
            {
              label: 'Change role',
              disabledReason: reasonOf('change'),
              onAction: () => setChanging(row),
            },
            {
              label: 'Delete',
              danger: true,
              disabledReason: reasonOf('delete'),
              onAction: () => void remove(row),
            },
          ]}
        />
      )
    })
  }, [columns, place, navigate, queryClient, refused])
  const rows = useFiltered(page.rows, name, nameOf)
  const add = (label: string) => (
    <Button disabledReason={refused} onPress={() => setAdding(true)}>
      {label}
    </Button>
  )
  return (
    <>
      <ListPage
        title={title}
        icon={<KeyIcon />}
        actions={<DocsPopover topic="access" summary={summary} links={LINKS} />}
        create={add('Add user or group')}
        columns={shownColumns}
        page={{ ...page, rows }}
        rowId={rowId}
        filter={filter}
        empty={<EmptyState drawing="access" title={empty.title} body={empty.body} action={add(empty.add)} />}
      />
      {adding && <AccessAdd place={place} rows={assigned} onClose={() => setAdding(false)} />}
      {changing && (
        <AccessChange
          place={place}
          row={changing}
          onClose={() => setChanging(null)}
          onLost={() => void navigate({ to: '/projects' })}
        />
      )}
      <Outlet />
    </>
  )
}

function useFiltered<Row>(rows: Row[] | undefined, name: string | undefined, nameOf: (row: Row) => string) {
  return useMemo(
    () => (name ? rows?.filter((row) => containsLoosely(nameOf(row), name)) : rows),
    [rows, name, nameOf],
  )
}

function useViewer(): Viewer {
  const { id, fleetRole, siloRole } = useCurrentUser()
  const { data: groups } = useSuspenseQuery(currentGroups)
  return useMemo(
    () => ({ fleetRole, siloRole, ids: new Set([id, ...groups.items.map((group) => group.id)]) }),
    [id, fleetRole, siloRole, groups],
  )
}
