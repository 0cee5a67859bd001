import { AUDIENCE_FIELDS, SET_FIELDS } from './change.ts'

type Fields = Record<string, unknown>
type Both<Value> = { before: Value; after: Value }

/**
 * Returns the fields of two states of a resource that differ, so that entries of the change log are small. Fields that
 * decide which streams get the change stay in both. Of a set, only the members that differ are returned.
 */
export function difference(before: unknown, after: unknown): Both<Fields> {
  const [was, is] = [before as Fields, after as Fields]
  const changed: Both<Fields> = { before: {}, after: {} }
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const both = SET_FIELDS.includes(key)
      ? setDifference(was[key], is[key])
      : { before: was[key], after: is[key] }
    if (isSame(both.before, both.after) && !AUDIENCE_FIELDS.includes(key)) continue
    if (key in was) changed.before[key] = both.before
    if (key in is) changed.after[key] = both.after
  }
  return changed
}

type Member = { id?: string; name?: string }

/** Returns the members of which the other set has no equal. Of one with an ID that is in both sets, it returns the fields that differ. */
function setDifference(before: unknown, after: unknown): Both<unknown> {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before, after }
  const was = byIdentity(before)
  const is = byIdentity(after)
  const changed: Both<unknown[]> = { before: [], after: [] }
  for (const [key, member] of was) if (!is.has(key)) changed.before.push(member)
  for (const [key, member] of is) {
    const old = was.get(key)
    if (old === undefined) changed.after.push(member)
    else if (!isSame(old, member)) {
      const fields = difference(old, member)
      const { id, name } = old
      changed.before.push({ id, name, ...fields.before })
      changed.after.push({ id, name: member.name, ...fields.after })
    }
  }
  return changed
}

const byIdentity = (members: readonly Member[]): Map<string, Member> =>
  new Map(members.map((member) => [member.id ?? JSON.stringify(member), member]))

/** Large values of one object need not become text, and of lists only as many items as are the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!Array.isArray(one) || !Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other)
  return one.length === other.length && one.every((item, at) => isSame(item, other[at]))
}
