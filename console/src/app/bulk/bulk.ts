import type { ComponentType } from 'react'
import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import { fullNumber } from '@granary/domain/numbers.ts'

/** Something that can be done to many rows of a list at once. */
export type BulkAction<Row> = {
  /** The verb on the button: 'Stop'. */
  label: string
  operation: BulkOperationName
  danger?: boolean
  /** What goes with them, or stays. */
  note?: string
  /** The same where it can be known of the very rows; in place of the note. */
  plan?: ComponentType<{ ids: readonly string[] }>
  /** Why it cannot be done to a row now, or null. */
  reason: (row: Row) => string | null
}

/** What a list offers for many of its rows. */
export type Bulk<Row> = {
  /** 'instance', 'instances'. */
  thing: readonly [one: string, many: string]
  nameOf: (row: Row) => string
  actions: readonly BulkAction<Row>[]
}

/** '1 instance', '3 instances'. */
export const counted = (count: number, [one, many]: Bulk<never>['thing']): string =>
  `${fullNumber(count)} ${count === 1 ? one : many}`
