import type { ItemOf } from '@granary/contract/call.ts'
import { antiAffinityGroupList } from '@granary/contract/generated/client.ts'
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Split from 'lucide-react/icons/split'
import { useMemo } from 'react'
import { allQuery } from '../../api/queries.ts'
import type { Bulk } from '../../app/bulk/bulk.ts'
import { CreateLink } from '../../app/kit/create-link.tsx'
import { ListPage } from '../../app/kit/list-page.tsx'
import { useWhole } from '../../app/kit/use-whole.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { containsLoosely } from '../../ui/fields/contains-loosely.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { PolicyBadge, PolicyHeader, TypeBadge } from './policy.tsx'
import { useGroupEntries } from './use-delete-group.tsx'

type Row = ItemOf<'antiAffinityGroupList'>

const rowsOf = (groups: Row[]): Row[] => groups
const column = columnsOf<Row>()
const columnsIn = (project: string) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <Link
        to="/projects/$project/affinity/$antiAffinityGroup"
        params={{ project, antiAffinityGroup: getValue() }}
        className="link-cell"
      >
        {getValue()}
      </Link>
    ),
  }),
  column.display({ id: 'type', header: 'type', cell: () => <TypeBadge /> }),
  column.accessor('memberCount', {
    header: 'instances',
    cell: ({ getValue }) =>
      getValue() > 0 ? <span className="tabular-nums">{getValue()}</span> : <Missing />,
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

const BULK: Bulk<Row> = {
  thing: ['group', 'groups'],
  nameOf: ({ name }) => name,
  actions: [
    {
      label: 'Delete',
      operation: 'anti_affinity_group_delete',
      danger: true,
      note: 'Their members stay, and are not kept apart any more.',
      reason: () => null,
    },
  ],
}

/** The anti-affinity groups of a project. */
export function GroupList() {
  const { project } = useParams({ strict: false }) as { project: string }
  const { name = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const all = useWhole(allQuery(antiAffinityGroupList, { query: { project } }), rowsOf)
  const rows = useMemo(() => all.rows?.filter((group) => containsLoosely(group.name, name)), [all.rows, name])
  const columns = useMemo(() => columnsIn(project), [project])
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New anti-affinity group', href: `/projects/${project}/affinity-new` }],
      [project],
    ),
  )
  useQuickActions(
    'Go to anti-affinity group',
    useMemo(
      () =>
        (all.rows ?? []).map((group) => ({
          label: group.name,
          href: `/projects/${project}/affinity/${group.name}`,
        })),
      [all.rows, project],
    ),
  )
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
        create={create}
        columns={columns}
        page={{ ...all, rows }}
        rowId={(group) => group.id}
        bulk={BULK}
        filter={{
          value: name,
          onChange: (value) =>
            void navigate({ to: '.', search: value ? { name: value } : {}, replace: true }),
        }}
        empty={
          <EmptyState
            icon={<Split />}
            title="No anti-affinity groups"
            body="Instances in such a group are kept on different sleds, so that one broken sled does not take them all. Create an anti-affinity group to see it here."
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

function GroupActions({ project, group }: { project: string; group: Row }) {
  const entries = useGroupEntries(project)
  return <ActionsMenu id={group.id} entries={entries(group)} />
}
