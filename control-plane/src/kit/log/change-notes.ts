import type { Change } from './change.ts'

/**
 * Merges the changes that one transaction made to a resource. A create absorbs later updates, several updates become
 * one from the first state to the last, and a create followed by a delete leaves nothing, as does an update to the same state.
 */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  const done: Change[] = []
  for (const change of changes) {
    const key = JSON.stringify([change.kind, change.id, change.parentId])
    const earlier = merged.get(key)
    if (earlier?.action === 'deleted') {
      // A resource that was created again under the same id is a new entry.
      done.push(earlier)
      merged.delete(key)
    }
    if (!earlier || earlier.action === 'deleted') merged.set(key, change)
    else if (earlier.action === 'created' && change.action === 'deleted') merged.delete(key)
    else
      merged.set(key, {
        ...change,
        action: actionOf(earlier, change),
        before: earlier.before,
        ...(earlier.isCertain && { isCertain: true }),
      })
  }
  return [...done, ...[...merged.values()].filter(changesSomething)]
}

/** Whether a change is worth an entry: a client that repeats a write would fill the log, and wake every stream. */
const changesSomething = ({ action, before, after, isCertain }: Change): boolean =>
  action !== 'updated' || isCertain === true || JSON.stringify(before) !== JSON.stringify(after)

const actionOf = (earlier: Change, later: Change): Change['action'] =>
  earlier.action === 'created' ? 'created' : later.action
