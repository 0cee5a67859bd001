import type { Option } from 'commander'
import type { Given } from '../commands/given.ts'
import type { Target, World } from '../target.ts'

/** What the command of an operation takes and does beyond the operation, so that what everyone does needs no JSON. */
export type Everyday = {
  /** Flags beside those of the operation. */
  options?: () => readonly Option[]
  /** A sentence for the help. */
  note?: string
  /** A command line for the help, without `granary FAMILY VERB`. */
  example: string
  /** Wire names of the fields that the operation requires and the command doesn't. */
  knows?: readonly string[]
  /**
   * Returns the flags of the operation that follow from those of the command line.
   * @throws CommandError 2 for flags that contradict each other.
   */
  flags?: (world: World, target: () => Target, given: Given) => Given | Promise<Given>
  /** Carries out what follows the operation. @returns the answer to print. */
  after?: (world: World, target: Target, answer: unknown, given: Given) => Promise<unknown>
  /** Asks before the operation, in place of the usual question. @returns whether the operation itself is still wanted. */
  confirm?: (world: World, target: Target, targets: readonly string[], given: Given) => Promise<boolean>
}
