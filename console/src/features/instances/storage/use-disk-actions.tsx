import type { ItemOf } from '@granary/contract/call.ts'
import { instanceDiskDetach, instanceUpdate } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../../api/operate.ts'
import { confirm } from '../../../ui/overlay/confirm.tsx'
import { saidOf } from '../../../ui/toast/said.tsx'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { updateOf } from '../update.ts'
import { useInstance } from '../use-instance.ts'

export type Disk = ItemOf<'instanceDiskList'>

/** Returns the disk actions of an instance's page, each after a confirmation. */
export function useDiskActions() {
  const instance = useInstance()
  const updateInstance = useOperation(instanceUpdate, { waits: true })
  const detachDisk = useOperation(instanceDiskDetach, { waits: true })
  const setBootDiskTo = async (bootDisk: string | null) => {
    await updateInstance({
      path: { instance: instance.id },
      body: { ...updateOf(instance), bootDisk },
    })
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
            Detach <Highlight>{disk.name}</Highlight>? The disk and its data are kept.
          </>
        ),
        action: async () => {
          await detachDisk({ path: { instance: instance.id }, body: { disk: disk.id } })
          saidOf('Disk', disk.name, 'detached')
        },
      }),
  }
}
