import type { ComponentType } from 'react'
import type { CallInput, Extensions } from '@granary/contract/call.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import type { TagChange } from '@granary/domain/tags.ts'

/** An operation that accepts a list of resources. */
export type BulkOperationName = CallInput<'bulkJobCreate'>['body']['operation']

/** A choice that the user makes in the dialog. */
export type BulkChoice = {
  /** In place of that of the action. */
  operation?: BulkOperationName
  target?: string | null
  /** The new size of instances, with the memory in GiB: null keeps that of each, NaN is unreadable input. */
  size?: { ncpus: number | null; memoryGib: number | null }
  /** What the user typed about tags, the change that it stands for, and what is wrong with it. */
  tags?: { set: string; remove: string; change: TagChange; problem: string | null }
}

export type BulkPlanProps = {
  extensions: Extensions
  ids: readonly string[]
  choice: BulkChoice
  onChoice: (choice: BulkChoice) => void
  /** What is wrong with the choice, after an attempt to submit it. */
  problem: string | undefined
}

/** An action on many rows of a list at once. */
export type BulkAction<Row> = {
  /** The verb on the button: 'Stop'. */
  label: string
  operation: BulkOperationName
  danger?: boolean
  /** Other resources that are deleted with the rows, or kept. */
  note?: string
  /** Shows what the action does to the selected rows, and the choices about it; after the note. */
  plan?: ComponentType<BulkPlanProps>
  /** A fixed parameter of the operation besides the rows: the id of their group. */
  target?: string
  /** Returns what is wrong with the user's choice in the plan, or null. */
  problemOf?: (choice: BulkChoice) => string | null
  /** Why it is not possible for a row now, or null. */
  reason: (row: Row) => string | null
}

/** The actions that a list offers for many of its rows. */
export type Bulk<Row> = {
  /** 'instance', 'instances'. */
  thing: readonly [one: string, many: string]
  nameOf: (row: Row) => string
  actions: readonly BulkAction<Row>[]
}

/** '1 instance', '3 instances'. */
export const counted = (count: number, [one, many]: Bulk<never>['thing']): string =>
  `${fullNumber(count)} ${count === 1 ? one : many}`
