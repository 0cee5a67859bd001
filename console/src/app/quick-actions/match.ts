import type { QuickAction, Registered } from './store.ts'

/** A matching action with its group. */
export type Match = QuickAction & { group: string }

/**
 * Scores how well a query matches a label, or returns null: its letters in order, better when they are consecutive and
 * at the start of words. An empty query scores 0.
 */
export function score(query: string, label: string): number | null {
  const wanted = query.toLowerCase().replaceAll(' ', '')
  const text = label.toLowerCase()
  let total = 0
  let at = -1
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1)
    if (next < 0) return null
    const startsWord = next === 0 || /[^a-z0-9]/.test(text[next - 1]!)
    total += next === at + 1 ? 3 : startsWord ? 2 : 0
    at = next
  }
  return total - text.length / 1000
}

/** Maximum entries of a group: users type another letter before they read more. */
const MAX_RESULTS = 100

const isSame = (query: string, label: string): boolean => query.trim().toLowerCase() === label.toLowerCase()

/**
 * Returns the matching actions in the order of their groups; the better ones of a group first. The group of an action
 * that is named in full comes first.
 */
export function matches(registered: Iterable<Registered>, query: string): Match[] {
  const groups = [...registered].toSorted((a, b) => a.rank - b.rank)
  const named = groups.filter(({ items }) => items.some(({ label }) => isSame(query, label)))
  const order = [...new Set([...named, ...groups].map((one) => one.group))]
  const all = groups.flatMap(({ group, items }) =>
    items.flatMap((item) => {
      const points = query && !item.isAlways ? score(query, item.label) : 0
      if (points === null) return []
      return [{ match: { ...item, group }, points: isSame(query, item.label) ? Infinity : points }]
    }),
  )
  const counts = new Map<string, number>()
  const hasRoom = ({ group }: Match) => {
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count <= MAX_RESULTS
  }
  return all
    .toSorted((a, b) => order.indexOf(a.match.group) - order.indexOf(b.match.group) || b.points - a.points)
    .map(({ match }) => match)
    .filter(hasRoom)
}
