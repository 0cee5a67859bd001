import type { ItemOf } from '@granary/contract/call.ts'
import { snapshotDelete } from '@granary/contract/generated/client.ts'
import { diskSourceReason, imageSourceReason, snapshotDeleteReason } from '@granary/domain/snapshot-states.ts'
import { pathTo } from '../../app/paths.ts'
import { useOperation } from '../../api/operate.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'

const DELETE_NOTE = 'Disks and images made from it are kept.'

/** The row menu of a snapshot. Disabled entries give the reason. */
export function SnapshotActions({
  snapshot: { id, name, state },
  project,
}: {
  snapshot: ItemOf<'snapshotList'>
  project: string
}) {
  const deleteSnapshot = useOperation(snapshotDelete, { waits: true })
  const remove = async () => {
    await deleteSnapshot({ path: { snapshot: id } })
  }
  return (
    <ActionsMenu
      id={id}
      entries={[
        {
          label: 'Create disk',
          disabledReason: diskSourceReason('snapshots', state),
          href: pathTo('/projects/$project/snapshots/$snapshot/disks-new', { project, snapshot: name }),
        },
        {
          label: 'Create image',
          disabledReason: imageSourceReason(state),
          href: pathTo('/projects/$project/snapshots/$snapshot/images-new', { project, snapshot: name }),
        },
        {
          label: 'Delete',
          danger: true,
          disabledReason: snapshotDeleteReason(state),
          onAction: () => void confirmDelete('snapshot', name, remove, DELETE_NOTE),
        },
      ]}
    />
  )
}
