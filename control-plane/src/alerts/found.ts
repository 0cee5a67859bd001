import type { LastingName } from '@granary/contract/alert-classes.ts'
import type { Cause } from '../shared/alerts/raise.ts'

/** A cause of a class that a check finds. */
export type Found<Name extends LastingName = LastingName> = { name: Name; cause: Cause<Name> }

/** Makes a cause. */
export const found = <Name extends LastingName>(name: Name, cause: Cause<Name>): Found<Name> => ({
  name,
  cause,
})

/** What a check has found out. */
export type Checked = {
  /** The classes of which it knows all causes. Of others, open alerts stay as they are. */
  names: readonly LastingName[]
  causes: readonly Found[]
}
