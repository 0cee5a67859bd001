import type { ItemOf } from '@granary/contract/call.ts'
import { diskList } from '@granary/contract/generated/client.ts'
import { diskActionReason, diskStates, snapshotReason } from '@granary/domain/disk-states.ts'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import HardDrive from 'lucide-react/icons/hard-drive'
import { useCallback, useMemo } from 'react'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import type { Bulk } from '../../app/bulk/bulk.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ProtectedBadge, protectionReason } from '../../app/kit/forms/deletion-protection.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { useListFilter } from '../../app/kit/lists/use-filtered-page.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { StateFilter } from '../../app/kit/lists/state-filter.tsx'
import { changeList, usePage } from '../../app/kit/lists/use-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProjectCounts } from '../../app/use-project-counts.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { TAG_ACTION } from '../../kinds/tags/bulk-action.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { AttachedTo } from '../../kinds/disk/attached-to.tsx'
import { DISK_TYPES, diskFilters, type DiskSearch } from './disk-search.ts'
import { DiskActions } from './disk-actions.tsx'
import { DISK_DOCS } from '../../kinds/disk/docs.ts'
import { diskColumns } from '../../kinds/disk/columns.tsx'
import { ReadOnlyBadge } from '../../kinds/disk/type-badge.tsx'

const column = columnsOf<ItemOf<'diskList'>>()
const columnsIn = (project: string) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: disk } }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 py-1">
        <NameLink to="/projects/$project/disks/$disk" params={{ project, disk: disk.name }}>
          {disk.name}
        </NameLink>
        <ReadOnlyBadge of={disk} />
        <ProtectedBadge of={disk} />
      </span>
    ),
  }),
  column.accessor('state', {
    id: 'instance',
    header: 'Instance',
    cell: ({ getValue }) => <AttachedTo state={getValue()} project={project} />,
  }),
  ...diskColumns(project, 'second'),
  column.actions((disk) => <DiskActions disk={disk} project={project} />),
]

const BULK: Bulk<ItemOf<'diskList'>> = {
  thing: ['disk', 'disks'],
  nameOf: ({ name }) => name,
  actions: [
    {
      label: 'Snapshot',
      operation: 'disk_snapshot',
      note: 'Each snapshot is named after its disk and uses as much of the quota as the disk.',
      reason: ({ state, diskType, readOnly }) =>
        snapshotReason({ state: state.state, type: diskType, readOnly }),
    },
    {
      label: 'Detach',
      operation: 'disk_detach',
      note: 'Each disk is detached from its instance, which must be stopped. Data on the disks is kept.',
      reason: ({ state }) => diskActionReason('detach', state.state),
    },
    TAG_ACTION,
    {
      label: 'Delete',
      operation: 'disk_delete',
      danger: true,
      note: 'All data on the disks is lost. Snapshots and images of them are kept.',
      reason: (disk) => protectionReason(disk) ?? diskActionReason('delete', disk.state.state),
    },
  ],
}

/** Lists the disks of a project. */
export function DiskList() {
  const project = useProject()
  const { name, filter } = useListFilter('diskList')
  const { state, type } = getRouteApi('/authenticated/projects/$project/disks-list').useSearch()
  const navigate = useNavigateHere()
  const page = usePage(
    diskList,
    { query: { project, ...diskFilters({ ...(name && { name }), state, type }) } },
    true,
  )
  const columns = useMemo(() => columnsIn(project), [project])
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New disk', href: pathTo('/projects/$project/disks-new', { project }) }],
      [project],
    ),
  )
  useGoTo(
    'Go to disk',
    diskList,
    { project },
    page.rows,
    useCallback((disk) => pathTo('/projects/$project/disks/$disk', { project, disk }), [project]),
  )
  const create = (
    <CreateLink to="/projects/$project/disks-new" params={{ project }}>
      New disk
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="Disks"
        icon={<HardDrive />}
        actions={<DocsPopover {...DISK_DOCS} />}
        create={create}
        columns={columns}
        page={page}
        rowId={(disk) => disk.id}
        bulk={BULK}
        filter={
          filter && {
            ...filter,
            isActive: Boolean(state) || Boolean(type),
            onClear: () =>
              changeList(navigate, { name: undefined, state: undefined, type: undefined }, { replace: true }),
          }
        }
        filters={filter && <Filters state={state} type={type} project={project} />}
        empty={
          <EmptyState
            drawing="disk"
            title="No disks"
            purpose="A disk keeps data of its own, and can move from one instance to another."
            body="Create a disk to see it here"
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

type FiltersProps = Pick<DiskSearch, 'state' | 'type'> & { project: string }

function Filters({ state, type, project }: FiltersProps) {
  const navigate = useNavigateHere()
  const counts = useProjectCounts(project)
  return (
    <>
      <StateFilter
        states={diskStates}
        chosen={state}
        totals={counts?.diskStates}
        onChange={(next) => changeList(navigate, { state: next }, { replace: true })}
      />
      <StateFilter
        label="Type"
        states={DISK_TYPES}
        chosen={type}
        onChange={(next) => changeList(navigate, { type: next }, { replace: true })}
      />
    </>
  )
}
