import type { ItemOf } from '@granary/contract/call.ts'

/** A row in the list of a silo's users. */
export type User = ItemOf<'siloUserList'>
