import type { QuickAction, Registered } from './store.ts'

/** An action that matches, with the group that it is shown in. */
export type Match = QuickAction & { group: string }

/**
 * How well a query fits a label, or null: its letters in order, better when they stand together and at the beginning of
 * words. 0 is as good as any without a query.
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

/** More of a group than this are not shown: one types another letter sooner than one reads them. */
const SHOWN = 100

/** The actions that fit, in the order of their groups; the better ones of a group first. */
export function matches(registered: Iterable<Registered>, query: string): Match[] {
  const groups = [...registered].toSorted((a, b) => a.rank - b.rank)
  const order = [...new Set(groups.map((one) => one.group))]
  const all = groups.flatMap(({ group, items }) =>
    items.flatMap((item) => {
      const points = query ? score(query, item.label) : 0
      return points === null ? [] : [{ match: { ...item, group }, points }]
    }),
  )
  const counts = new Map<string, number>()
  const hasRoom = ({ group }: Match) => {
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count <= SHOWN
  }
  return all
    .toSorted((a, b) => order.indexOf(a.match.group) - order.indexOf(b.match.group) || b.points - a.points)
    .map(({ match }) => match)
    .filter(hasRoom)
}
