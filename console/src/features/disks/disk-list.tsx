import type { ItemOf } from '@granary/contract/call.ts'
import { diskDelete, diskList, instanceList } from '@granary/contract/generated/client.ts'
import { diskActionAllowed } from '@granary/domain/disk-states.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import HardDrive from 'lucide-react/icons/hard-drive'
import { useMemo } from 'react'
import { ALL, apiQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { ListPage } from '../../app/kit/list-page.tsx'
import { usePage } from '../../app/kit/use-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { DiskStateBadge } from '../../ui/state-badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

type Disk = ItemOf<'diskList'>

const column = columnsOf<Disk>()
const columnsIn = (project: string, instanceNames: ReadonlyMap<string, string>) => [
  column.accessor('name', { header: 'name' }),
  column.accessor('state', {
    id: 'instance',
    header: 'Instance',
    cell: ({ getValue }) => {
      const state = getValue()
      const name = 'instance' in state ? instanceNames.get(state.instance) : undefined
      if (!name) return 'instance' in state ? <span className="skeleton inline-block h-3 w-20" /> : '—'
      return (
        <Link
          to="/projects/$project/instances/$instance/storage"
          params={{ project, instance: name }}
          className="text-accent hover:underline"
        >
          {name}
        </Link>
      )
    },
  }),
  column.accessor('size', { header: 'size', cell: ({ getValue }) => <ByteSize bytes={getValue()} /> }),
  column.accessor('state', {
    header: 'state',
    cell: ({ getValue }) => <DiskStateBadge state={getValue().state} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((disk) => <DiskActions disk={disk} />),
]

/** The disks of a project. */
export function DiskList() {
  const { project } = useParams({ strict: false }) as { project: string }
  const { name } = useSearch({ strict: false })
  const navigate = useNavigate()
  const page = usePage(diskList, { query: { project, nameContains: name } })
  const instances = useQuery({
    ...apiQuery(instanceList, { query: { project, limit: ALL } }),
    throwOnError: false,
  }).data
  const names = useMemo(() => new Map(instances?.items.map((one) => [one.id, one.name])), [instances])
  const columns = useMemo(() => columnsIn(project, names), [project, names])
  useQuickActions(
    'Actions',
    useMemo(() => [{ label: 'New disk', href: `/projects/${project}/disks-new` }], [project]),
  )
  const create = (
    <Link to="/projects/$project/disks-new" params={{ project }} className={buttonStyle()}>
      New disk
    </Link>
  )
  return (
    <>
      <ListPage
        title="Disks"
        icon={<HardDrive />}
        create={create}
        columns={columns}
        page={page}
        rowId={(disk) => disk.id}
        filter={{
          value: name ?? '',
          onChange: (value) =>
            void navigate({ to: '.', search: value ? { name: value } : {}, replace: true }),
        }}
        empty={
          <EmptyState
            icon={<HardDrive />}
            title="No disks"
            body="Create a disk to see it here"
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

function DiskActions({ disk }: { disk: Disk }) {
  const queryClient = useQueryClient()
  const reason =
    disk.state.state === 'attached'
      ? 'The disk must be detached before it can be deleted'
      : !diskActionAllowed('delete', disk.state.state) && 'Only detached or faulted disks can be deleted'
  const remove = async () => {
    await request(diskDelete, { path: { disk: disk.id } })
    addToast({
      content: (
        <>
          Disk <Highlight>{disk.name}</Highlight> deleted
        </>
      ),
    })
    await queryClient.invalidateQueries({ queryKey: ['diskList'] })
  }
  return (
    <ActionsMenu
      id={disk.id}
      entries={[
        {
          label: 'Delete',
          danger: true,
          disabledReason: reason,
          onAction: () => void confirmDelete('disk', disk.name, remove),
        },
      ]}
    />
  )
}
