import type { ItemOf } from '@granary/contract/call.ts'
import { diskDelete } from '@granary/contract/generated/client.ts'
import { diskActionReason, snapshotReason } from '@granary/domain/disk-states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { saidOf } from '../../ui/toast/said.tsx'
import { snapshotNow } from './snapshot-now.tsx'

type Disk = ItemOf<'diskList'>

/** What can be done with a disk from its row; what cannot be done says why. */
export function DiskActions({ disk, project }: { disk: Disk; project: string }) {
  const queryClient = useQueryClient()
  const { state } = disk.state
  const remove = async () => {
    await request(diskDelete, { path: { disk: disk.id } })
    saidOf('Disk', disk.name, 'deleted')
    await queryClient.invalidateQueries({ queryKey: ['diskList'] })
  }
  return (
    <ActionsMenu
      id={disk.id}
      entries={[
        {
          label: 'Snapshot',
          disabledReason: snapshotReason({ state, type: disk.diskType, readOnly: disk.readOnly }),
          onAction: () => void snapshotNow(queryClient, project, disk.name),
        },
        {
          label: 'Delete',
          danger: true,
          disabledReason: diskActionReason('delete', state),
          onAction: () =>
            void confirmDelete('disk', disk.name, remove, 'What is on it is lost. Snapshots of it stay.'),
        },
      ]}
    />
  )
}
