import type { ItemOf } from '@granary/contract/call.ts'
import { instanceDiskDetach, instanceDiskList, instanceUpdate } from '@granary/contract/generated/client.ts'
import { instanceActionAllowed } from '@granary/domain/instance-states.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import HardDrive from 'lucide-react/icons/hard-drive'
import { lazy, Suspense, useMemo, useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import type { MenuEntry } from '../../ui/menu/entries.ts'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { DiskStateBadge } from '../../ui/state-badge.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { refreshInstances } from './actions.tsx'
import { updateOf } from './update.ts'
import { useInstance, useInstancePath } from './use-instance.ts'

const AttachDiskDialog = lazy(() => import('./attach-disk-dialog.tsx'))
const CreateDiskPanel = lazy(() => import('./create-disk-panel.tsx'))

type Disk = ItemOf<'instanceDiskList'>
const column = columnsOf<Disk>()
const columnsWith = (entries: (disk: Disk) => MenuEntry[]) => [
  column.accessor('name', { header: 'Disk' }),
  column.accessor('size', { header: 'size', cell: ({ getValue }) => <ByteSize bytes={getValue()} /> }),
  column.accessor('state', {
    header: 'state',
    cell: ({ getValue }) => <DiskStateBadge state={getValue().state} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((disk) => <ActionsMenu id={disk.id} entries={entries(disk)} />),
]

const MUST_BE_DOWN = 'The instance must be stopped before its boot disk can change'

/** The disks of an instance: the one that it boots from, and the others. */
export function StorageTab() {
  const instance = useInstance()
  const { project, instance: name } = useInstancePath()
  const { data } = useSuspenseQuery(
    apiQuery(instanceDiskList, { path: { instance: name }, query: { project } }),
  )
  const [open, setOpen] = useState<'attach' | 'create' | null>(null)
  const actions = useDiskActions()
  const bootDisks = data.items.filter((disk) => disk.id === instance.bootDiskId)
  const others = data.items.filter((disk) => disk.id !== instance.bootDiskId)

  const canSetBootDisk = instanceActionAllowed('boot_disk', instance.runState)
  const canAttach = instanceActionAllowed('attach_disk', instance.runState)
  const canDetach = instanceActionAllowed('detach_disk', instance.runState)
  const bootColumns = columnsWith((disk) => [
    {
      label: 'Unset as boot disk',
      disabledReason: !canSetBootDisk && MUST_BE_DOWN,
      onAction: () => actions.unsetBootDisk(disk),
    },
    { label: 'Detach', disabledReason: 'The boot disk must be unset before it can be detached' },
  ])
  const otherColumns = columnsWith((disk) => [
    {
      label: 'Set as boot disk',
      disabledReason: !canSetBootDisk && MUST_BE_DOWN,
      onAction: () => actions.setBootDisk(disk, bootDisks[0]),
    },
    {
      label: 'Detach',
      disabledReason: !canDetach && 'The instance must be stopped before a disk can be detached',
      onAction: () => actions.detach(disk),
    },
  ])
  useQuickActions(
    'Actions',
    useMemo(
      () =>
        canAttach
          ? [
              { label: 'Attach existing disk', onAction: () => setOpen('attach') },
              { label: 'Create disk', onAction: () => setOpen('create') },
            ]
          : [],
      [canAttach],
    ),
  )
  return (
    <>
      <Card title="Boot disk">
        <DataTable
          label="Boot disk"
          columns={bootColumns}
          rows={bootDisks}
          rowId={(disk) => disk.id}
          empty={
            <EmptyState icon={<HardDrive />} title="No boot disk set" body={noBootDisk(others.length)} />
          }
        />
      </Card>
      <Card
        title="Additional disks"
        actions={
          <>
            <Button
              variant="secondary"
              size="sm"
              changes
              onPress={() => setOpen('attach')}
              disabledReason={!canAttach && 'The instance must be stopped to attach a disk'}
            >
              Attach existing disk
            </Button>
            <Button
              size="sm"
              changes
              onPress={() => setOpen('create')}
              disabledReason={!canAttach && 'The instance must be stopped to create and attach a disk'}
            >
              Create disk
            </Button>
          </>
        }
      >
        <DataTable
          label="Additional disks"
          columns={otherColumns}
          rows={others}
          rowId={(disk) => disk.id}
          empty={
            <EmptyState icon={<HardDrive />} title="No other disks" body="Attach a disk to see it here" />
          }
        />
      </Card>
      <Suspense fallback={null}>
        {open === 'attach' && <AttachDiskDialog onClose={() => setOpen(null)} />}
        {open === 'create' && <CreateDiskPanel onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

const noBootDisk = (others: number): string =>
  others === 0
    ? 'Attach a disk to be able to set one.'
    : others === 1
      ? 'The instance boots from its only disk.'
      : 'Set one, unless the guest manages its boot order by itself.'

function useDiskActions() {
  const instance = useInstance()
  const queryClient = useQueryClient()
  const setBootDiskTo = async (bootDisk: string | null) => {
    await request(instanceUpdate, {
      path: { instance: instance.id },
      body: { ...updateOf(instance), bootDisk },
    })
    await refreshInstances(queryClient)
  }
  return {
    unsetBootDisk: (disk: Disk) =>
      confirm({
        title: 'Unset boot disk',
        errorTitle: 'Could not unset boot disk',
        action: () => setBootDiskTo(null),
        body: (
          <>
            Unset <Highlight>{disk.name}</Highlight> as the boot disk? It stays attached. Without a boot disk
            the instance tries its disks in turn, so set another one unless the guest manages its boot order
            by itself.
          </>
        ),
      }),
    setBootDisk: (disk: Disk, before: Disk | undefined) =>
      confirm({
        title: before ? 'Change boot disk' : 'Set boot disk',
        errorTitle: before ? 'Could not change boot disk' : 'Could not set boot disk',
        action: () => setBootDiskTo(disk.id),
        body: before ? (
          <>
            Boot from <Highlight>{disk.name}</Highlight> in place of <Highlight>{before.name}</Highlight>? The
            old one stays attached.
          </>
        ) : (
          <>
            Boot from <Highlight>{disk.name}</Highlight>?
          </>
        ),
      }),
    detach: (disk: Disk) =>
      confirm({
        title: 'Detach disk',
        variant: 'danger',
        errorTitle: 'Could not detach disk',
        body: (
          <>
            Detach <Highlight>{disk.name}</Highlight>? The disk and what is on it stay.
          </>
        ),
        action: async () => {
          await request(instanceDiskDetach, { path: { instance: instance.id }, body: { disk: disk.id } })
          addToast({
            content: (
              <>
                Disk <Highlight>{disk.name}</Highlight> detached
              </>
            ),
          })
          await Promise.all([
            refreshInstances(queryClient),
            queryClient.invalidateQueries({ queryKey: ['diskList'] }),
          ])
        },
      }),
  }
}
