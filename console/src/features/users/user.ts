import type { ItemOf } from '@granary/contract/call.ts'

/** A user as the list of a silo's users shows them. */
export type User = ItemOf<'siloUserList'>
