import type { ItemOf } from '@granary/contract/call.ts'

type Session = Pick<ItemOf<'currentUserSessionList'>, 'isCurrent' | 'timeLastUsed'>

/** Returns sessions in the order in which users look for them: this one, then the last used first. */
export const inOrderOfUse = <One extends Session>(sessions: readonly One[]): One[] =>
  sessions.toSorted(
    (a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) || b.timeLastUsed.getTime() - a.timeLastUsed.getTime(),
  )
