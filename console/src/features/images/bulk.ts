import type { ItemOf } from '@granary/contract/call.ts'
import { lazy } from 'react'
import type { Bulk } from '../../app/bulk/bulk.ts'

type Image = ItemOf<'imageList'>

const DELETE: Bulk<Image>['actions'][number] = {
  label: 'Delete',
  operation: 'image_delete',
  danger: true,
  note: 'Disks that were made of them stay.',
  reason: () => null,
}

const common = { thing: ['image', 'images'], nameOf: ({ name }: Image) => name } as const

/** What can be done to many images of a project at once. @param promoteReason why none may be promoted, or null. */
export const projectBulk = (promoteReason: string | null): Bulk<Image> => ({
  ...common,
  actions: [
    {
      label: 'Promote',
      operation: 'image_promote',
      note: 'Every project of the silo sees them then, and this one keeps them among those of the silo.',
      reason: () => promoteReason,
    },
    DELETE,
  ],
})

/** What can be done to many images of the silo at once. */
export const SILO_BULK: Bulk<Image> = {
  ...common,
  actions: [
    {
      label: 'Demote',
      operation: 'image_demote',
      note: 'They are offered in the chosen project only then. Disks that were made from them stay as they are.',
      needs: 'Project',
      plan: lazy(() => import('./demote-many.tsx')),
      reason: () => null,
    },
    DELETE,
  ],
}
