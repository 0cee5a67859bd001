import type { ItemOf } from '@granary/contract/call.ts'
import { TAG_ACTION } from '../../kinds/tags/bulk-action.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { Bulk } from '../../app/bulk/bulk.ts'

type Image = ItemOf<'imageList'>

const DELETE: Bulk<Image>['actions'][number] = {
  label: 'Delete',
  operation: 'image_delete',
  danger: true,
  note: 'Disks made from them are kept.',
  reason: () => null,
}

const common = { thing: ['image', 'images'], nameOf: ({ name }: Image) => name } as const

/** Returns the bulk actions on images of a project. @param promoteReason why promotion is disabled, or null. */
export const projectBulk = (promoteReason: string | null): Bulk<Image> => ({
  ...common,
  actions: [
    {
      label: 'Promote',
      operation: 'image_promote',
      note: 'Every project of the silo can then use them. This project still lists them, as silo images.',
      reason: () => promoteReason,
    },
    TAG_ACTION,
    DELETE,
  ],
})

/** Bulk actions on images of the silo. */
export const SILO_BULK: Bulk<Image> = {
  ...common,
  actions: [
    {
      label: 'Demote',
      operation: 'image_demote',
      note: "Only the chosen project can then use them. Disks made from them don't change.",
      problemOf: ({ target }) => (target ? null : 'Project is required'),
      plan: lazyPart(() => import('./demote-many.tsx')),
      reason: () => null,
    },
    TAG_ACTION,
    DELETE,
  ],
}
