import type { ItemOf } from '@granary/contract/call.ts'
import {
  diskBulkWriteImportStop,
  diskDelete,
  diskFinalizeImport,
  diskProtect,
  diskUnprotect,
} from '@granary/contract/generated/client.ts'
import { diskActionAllowed, diskActionReason, snapshotReason } from '@granary/domain/disk-states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { operate, useOperation } from '../../api/operate.ts'
import { likeHref } from '../../app/like.ts'
import { pathTo } from '../../app/paths.ts'
import { protectionEntries, protectionReason } from '../../app/kit/forms/deletion-protection.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm, confirmDelete } from '../../ui/overlay/confirm.tsx'
import { saidOf } from '../../ui/toast/said.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { snapshotNow } from '../../kinds/disk/snapshot-now.tsx'
import { KeptAfterDelete } from './kept-after-delete.tsx'

type Disk = ItemOf<'diskList'>

/** The row menu of a disk. Disabled entries give the reason. */
export function DiskActions({ disk, project }: { disk: Disk; project: string }) {
  const queryClient = useQueryClient()
  const finalize = useOperation(diskFinalizeImport, { waits: true })
  const stopImport = useOperation(diskBulkWriteImportStop)
  const deleteDisk = useOperation(diskDelete, { waits: true })
  const { state } = disk.state
  const extensions = useExtensions()
  const protect = (action: 'protect' | 'unprotect') => {
    const call = extensions!.call(action === 'protect' ? diskProtect : diskUnprotect)
    return operate(queryClient, call, { path: { disk: disk.id } }, { waits: true })
  }
  const remove = async () => {
    await deleteDisk({ path: { disk: disk.id } })
    saidOf('Disk', disk.name, 'deleted')
  }
  const endImport = () =>
    confirm({
      title: 'End import',
      variant: 'danger',
      errorTitle: 'Could not end import',
      body: (
        <>
          End the import of <Highlight>{disk.name}</Highlight>? Data on the disk is kept, and an upload that
          is still writing to it fails. Afterwards you can attach or delete the disk.
        </>
      ),
      action: async () => {
        const of = { path: { disk: disk.id } }
        if (state === 'importing_from_bulk_writes') await stopImport(of)
        await finalize({ ...of, body: {} })
      },
    })
  // Closing the browser during an upload leaves such a disk behind.
  const isImporting = diskActionAllowed('bulk_write_stop', state) || diskActionAllowed('finalize', state)
  return (
    <ActionsMenu
      id={disk.id}
      entries={[
        {
          label: 'Snapshot',
          disabledReason: snapshotReason({ state, type: disk.diskType, readOnly: disk.readOnly }),
          onAction: () => void snapshotNow(queryClient, project, disk.name),
        },
        ...(isImporting ? [{ label: 'End import', onAction: () => void endImport() }] : []),
        {
          label: 'Create like this',
          href: likeHref(pathTo('/projects/$project/disks-new', { project }), disk.name),
        },
        ...protectionEntries(disk, protect),
        {
          label: 'Delete',
          danger: true,
          disabledReason: protectionReason(disk) ?? diskActionReason('delete', state),
          onAction: () =>
            void confirmDelete(
              'disk',
              disk.name,
              remove,
              <KeptAfterDelete disk={disk.id} project={project} />,
            ),
        },
      ]}
    />
  )
}
