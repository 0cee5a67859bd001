import type { ItemOf } from '@granary/contract/call.ts'
import { snapshotList } from '@granary/contract/generated/client.ts'
import { snapshotDeleteReason } from '@granary/domain/snapshot-states.ts'
import { Outlet } from '@tanstack/react-router'
import Camera from 'lucide-react/icons/camera'
import { Suspense, useMemo, useState } from 'react'
import { TAG_ACTION } from '../../kinds/tags/bulk-action.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { Bulk } from '../../app/bulk/bulk.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { SnapshotStateBadge } from '../../ui/state-badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { NameButton } from '../../ui/table/name-anchor.tsx'
import { SNAPSHOT_DOCS } from '../../kinds/snapshot/docs.ts'
import { SnapshotActions } from './snapshot-actions.tsx'
import { SourceDiskCell } from './source-disk-cell.tsx'

const SnapshotDetails = lazyPart(() => import('../../kinds/snapshot/snapshot-details.tsx'))

type Snapshot = ItemOf<'snapshotList'>

const column = columnsOf<Snapshot>()
const columnsIn = (project: string, onShow: (id: string) => void) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: snapshot } }) => (
      <NameButton onPress={() => onShow(snapshot.id)}>{snapshot.name}</NameButton>
    ),
  }),
  column.accessor('description', described),
  column.accessor('diskId', {
    header: 'disk',
    cell: ({ getValue }) => <SourceDiskCell id={getValue()} project={project} />,
  }),
  column.accessor('state', {
    header: 'state',
    cell: ({ getValue, row }) => <SnapshotStateBadge state={getValue()} since={row.original.timeCreated} />,
  }),
  column.accessor('size', {
    header: 'size',
    meta: { align: 'end', sort: 'size' },
    cell: ({ getValue }) => <ByteSize bytes={getValue()} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    meta: { givesWay: 'second' },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((snapshot) => <SnapshotActions snapshot={snapshot} project={project} />),
]

const BULK: Bulk<ItemOf<'snapshotList'>> = {
  thing: ['snapshot', 'snapshots'],
  nameOf: ({ name }) => name,
  actions: [
    TAG_ACTION,
    {
      label: 'Delete',
      operation: 'snapshot_delete',
      danger: true,
      note: 'Disks and images made from them are kept.',
      reason: ({ state }) => snapshotDeleteReason(state),
    },
  ],
}

/** Lists the snapshots of a project. */
export function SnapshotList() {
  const project = useProject()
  const { page, filter } = useFilteredPage(snapshotList, { project })
  const [shownId, setShownId] = useState<string | null>(null)
  const columns = useMemo(() => columnsIn(project, setShownId), [project])
  const shown = page.rows?.find(({ id }) => id === shownId)
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New snapshot', href: pathTo('/projects/$project/snapshots-new', { project }) }],
      [project],
    ),
  )
  const create = (
    <CreateLink to="/projects/$project/snapshots-new" params={{ project }}>
      New snapshot
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="Snapshots"
        icon={<Camera />}
        actions={<DocsPopover {...SNAPSHOT_DOCS} />}
        create={create}
        columns={columns}
        page={page}
        rowId={(snapshot) => snapshot.id}
        bulk={BULK}
        filter={filter}
        empty={
          <EmptyState
            drawing="snapshot"
            title="No snapshots"
            purpose="A snapshot keeps a disk as it is now, to go back to or to copy."
            body="Create a snapshot to see it here"
            action={create}
          />
        }
      />
      {shown && (
        <Suspense fallback={null}>
          <SnapshotDetails snapshot={shown} project={project} onClose={() => setShownId(null)} />
        </Suspense>
      )}
      <Outlet />
    </>
  )
}
