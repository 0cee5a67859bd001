import type { OperationId } from '@granary/contract/contract.ts'
import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import type { ContentTable } from '../kinds/project-contents.ts'
import type { Context } from '../kit/context/context.ts'

/** The input of an operation. With `before`, that operation runs first and the item is deferred. */
export type OperationInput = {
  path: object
  query: object
  body: object | undefined
  before?: OperationId
}

/** Signals that an item cannot be done yet; it is deferred. */
export const DEFERRED = Symbol('put off')

/** Tables of resources that a caller can choose for a job. */
export const SELECTABLE_TABLES = [
  'instance',
  'disk',
  'snapshot',
  'image',
  'affinity_group',
  'anti_affinity_group',
  'external_ip',
  'external_subnet',
  'vpc',
  'vpc_subnet',
  'vpc_router',
  'internet_gateway',
] as const

export type Operation = {
  id: OperationId
  /** The table of the resource. */
  table: ContentTable
  /** @returns null if there is nothing to do. */
  input: (
    context: Context,
    item: BulkJobItemRow,
    job: BulkJobRow,
  ) => Promise<OperationInput | typeof DEFERRED | null>
}
