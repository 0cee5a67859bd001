import type { Bulk, BulkAction } from '../../app/bulk/bulk.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

/** The action on many rows that changes their tags. Its part of the dialog checks them. */
export const TAG_ACTION: BulkAction<unknown> = {
  label: 'Edit tags',
  operation: 'tag_update',
  plan: lazyPart(() => import('./bulk-tags.tsx')),
  problemOf: ({ tags }) => (tags ? tags.problem : 'Enter tags to set, keys to remove, or both'),
  reason: () => null,
}

/** Returns the bulk actions of a kind whose resources are only given tags together. */
export const tagBulk = <Row extends { name: string }>(one: string, many: string): Bulk<Row> => ({
  thing: [one, many],
  nameOf: ({ name }) => name,
  actions: [TAG_ACTION],
})
