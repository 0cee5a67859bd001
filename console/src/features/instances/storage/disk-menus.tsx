import { snapshotReason } from '@granary/domain/disk-states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { snapshotNow } from '../../../kinds/disk/snapshot-now.tsx'
import { useCompute } from '../../../kinds/instance/use-compute.ts'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { DETACH_BOOT, detachReason, setBootReason, unsetBootReason } from './disk-reasons.ts'
import { type Disk, useDiskActions } from './use-disk-actions.tsx'

function useSnapshotEntry({ name, state, diskType, readOnly }: Disk) {
  const { project } = useInstancePath()
  const queryClient = useQueryClient()
  return {
    label: 'Snapshot',
    disabledReason: snapshotReason({ state: state.state, type: diskType, readOnly }),
    onAction: () => void snapshotNow(queryClient, project, name),
  }
}

/** The row menu of the boot disk. */
export function BootDiskMenu({ disk }: { disk: Disk }) {
  const { runState } = useInstance()
  const { unsetBootDisk } = useDiskActions()
  return (
    <ActionsMenu
      id={disk.id}
      entries={[
        useSnapshotEntry(disk),
        {
          label: 'Unset as boot disk',
          disabledReason: unsetBootReason(runState),
          onAction: () => void unsetBootDisk(disk),
        },
        { label: 'Detach', disabledReason: DETACH_BOOT },
      ]}
    />
  )
}

/** The row menu of an additional disk. @param props `bootDisk`: the current boot disk, which it can replace. */
export function OtherDiskMenu({ disk, bootDisk }: { disk: Disk; bootDisk: Disk | undefined }) {
  const { runState } = useInstance()
  const { setBootDisk, detach } = useDiskActions()
  const hotplug = useCompute()?.hotplug ?? false
  const { state } = disk.state
  return (
    <ActionsMenu
      id={disk.id}
      entries={[
        useSnapshotEntry(disk),
        {
          label: 'Set as boot disk',
          disabledReason: setBootReason(runState, state),
          onAction: () => void setBootDisk(disk, bootDisk),
        },
        {
          label: 'Detach',
          disabledReason: detachReason(runState, state, hotplug),
          onAction: () => void detach(disk),
        },
      ]}
    />
  )
}
