import { snapshotCreate } from '@granary/contract/generated/client.ts'
import { generateName } from '@granary/domain/names.ts'
import type { QueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/errors.ts'
import { pathTo } from '../../app/paths.ts'
import { operate } from '../../api/operate.ts'
import { saidOf } from '../../ui/toast/said.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

/**
 * Creates a snapshot of a disk with a generated name, and reports the result in a toast.
 * @param disk its name or ID.
 * @param label the name that the snapshot is named after: the disk's own, or its instance's.
 */
export async function snapshotNow(
  queryClient: QueryClient,
  project: string,
  disk: string,
  label = disk,
): Promise<void> {
  addToast({
    content: (
      <>
        Creating snapshot of {label === disk ? 'disk' : 'the boot disk of'} <Highlight>{label}</Highlight>
      </>
    ),
  })
  try {
    const body = { name: generateName([label]), description: '', disk }
    const { name } = await operate(queryClient, snapshotCreate, { query: { project }, body })
    saidOf('Snapshot', name, 'created', {
      link: { text: 'View snapshots', href: pathTo('/projects/$project/snapshots', { project }) },
    })
  } catch (error) {
    addToast({ variant: 'error', title: 'Failed to create snapshot', content: messageOf(error) })
  }
}
