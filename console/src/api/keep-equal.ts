import { isPlain } from './casing.ts'

/**
 * Returns an answer in which all that equals the answer before is the same object, so that the rows of a list that have not
 * changed are neither rendered again nor marked as changed. TanStack Query does the same by default, but there every time
 * (a `Date`) is a new one, and items are compared by their place instead of their `id`.
 */
export function keepEqual(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before
  if (before instanceof Date && after instanceof Date)
    return before.getTime() === after.getTime() ? before : after
  if (Array.isArray(before) && Array.isArray(after)) return keepEqualItems(before, after)
  if (!isPlain(before) || !isPlain(after)) return after
  const keys = Object.keys(after)
  const kept = Object.fromEntries(keys.map((key) => [key, keepEqual(before[key], after[key])]))
  const isEqual =
    keys.length === Object.keys(before).length &&
    keys.every((key) => Object.hasOwn(before, key) && kept[key] === before[key])
  return isEqual ? before : kept
}

const idOf = (item: unknown): unknown => (isPlain(item) ? item['id'] : undefined)

function keepEqualItems(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((item) => [idOf(item), item]))
  const kept = after.map((item, index) => {
    const id = idOf(item)
    return keepEqual(id === undefined ? before[index] : byId.get(id), item)
  })
  return kept.length === before.length && kept.every((item, index) => item === before[index]) ? before : kept
}
