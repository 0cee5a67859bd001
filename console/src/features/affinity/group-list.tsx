import { affinityGroupList, antiAffinityGroupList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import Split from 'lucide-react/icons/split'
import { useCallback, useMemo } from 'react'
import type { Bulk } from '../../app/bulk/bulk.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useListFilter } from '../../app/kit/lists/use-filtered-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { TAG_ACTION } from '../../kinds/tags/bulk-action.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { AFFINITY_DOCS } from './docs.ts'
import { KINDS, type KindName } from '../../kinds/affinity-group/kinds.ts'
import { PolicyBadge, PolicyHeader, TypeBadge } from '../../kinds/affinity-group/policy.tsx'
import { useGroupEntries } from './use-delete-group.tsx'
import { type GroupRow, useGroups } from './use-groups.ts'

const column = columnsOf<GroupRow>()
const columnsIn = (project: string) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: group } }) =>
      group.kind === 'anti-affinity' ? (
        <NameLink
          to="/projects/$project/affinity/$antiAffinityGroup"
          params={{ project, antiAffinityGroup: group.name }}
        >
          {group.name}
        </NameLink>
      ) : (
        <NameLink
          to="/projects/$project/affinity-groups/$affinityGroup"
          params={{ project, affinityGroup: group.name }}
        >
          {group.name}
        </NameLink>
      ),
  }),
  column.accessor('kind', { header: 'type', cell: ({ getValue }) => <TypeBadge kind={getValue()} /> }),
  column.accessor('memberCount', {
    header: 'instances',
    cell: ({ getValue }) => <span className="tabular-nums">{getValue() || <Missing />}</span>,
  }),
  column.accessor('policy', {
    header: () => <PolicyHeader />,
    cell: ({ getValue }) => <PolicyBadge policy={getValue()} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((group) => <GroupActions project={project} group={group} />),
]

const BULK: Bulk<GroupRow> = {
  thing: ['group', 'groups'],
  nameOf: ({ name }) => name,
  actions: [
    TAG_ACTION,
    {
      label: 'Delete',
      operation: 'any_affinity_group_delete',
      danger: true,
      note: 'Their members keep running. The placement rules no longer apply to them.',
      reason: () => null,
    },
  ],
}

/** Lists the anti-affinity and affinity groups of a project. */
export function GroupList() {
  const project = useProject()
  // Both kinds have the same fields.
  const { name, filter } = useListFilter('affinityGroupList')
  const page = useGroups(project, name)
  const columns = useMemo(() => columnsIn(project), [project])
  useQuickActions(
    'Actions',
    useMemo(() => {
      const href = pathTo('/projects/$project/affinity-new', { project })
      return [
        { label: 'New anti-affinity group', href },
        { label: 'New affinity group', href: `${href}?kind=affinity` },
      ]
    }, [project]),
  )
  useGoToGroup(project, 'anti-affinity', page.rows)
  useGoToGroup(project, 'affinity', page.rows)
  const create = (
    <CreateLink to="/projects/$project/affinity-new" params={{ project }}>
      New group
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="Affinity Groups"
        icon={<Split />}
        actions={<DocsPopover {...AFFINITY_DOCS} />}
        create={create}
        columns={columns}
        page={page}
        rowId={(group) => group.id}
        bulk={BULK}
        filter={filter}
        empty={
          <EmptyState
            drawing="apart"
            title="No anti-affinity groups"
            body={
              <>
                <span className="block">Create an anti-affinity group to see it here</span>
                <span className="mt-2 block">
                  Its members run on different sleds, so that a broken sled does not stop all of them. There
                  are no affinity groups either, whose members run on the same sled.
                </span>
              </>
            }
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

const LISTS = { 'anti-affinity': antiAffinityGroupList, affinity: affinityGroupList }

/** Adds the groups of a kind to the command palette. */
function useGoToGroup(project: string, kind: KindName, rows: readonly GroupRow[] | undefined): void {
  useGoTo(
    `Go to ${KINDS[kind].noun}`,
    LISTS[kind],
    { project },
    useMemo(() => rows?.filter((group) => group.kind === kind), [rows, kind]),
    useCallback((name: string) => KINDS[kind].href(project, name), [project, kind]),
  )
}

function GroupActions({ project, group }: { project: string; group: GroupRow }) {
  const entries = useGroupEntries(project, KINDS[group.kind])
  return <ActionsMenu id={group.id} entries={entries(group)} />
}
