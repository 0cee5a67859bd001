import { imageDelete } from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { operate } from '../../api/operate.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { saidOf } from '../../ui/toast/said.tsx'
import type { Image } from './columns.tsx'

const DELETE_NOTE = 'Disks made from it are kept.'

/** Returns the menu entry that deletes an image of a project or of the silo. */
export const deleteEntry = (queryClient: QueryClient, { id, name }: Image): MenuAction => ({
  label: 'Delete',
  danger: true,
  onAction: () =>
    void confirmDelete(
      'image',
      name,
      async () => {
        await operate(queryClient, imageDelete, { path: { image: id } }, { waits: true })
        saidOf('Image', name, 'deleted')
      },
      DELETE_NOTE,
    ),
})
