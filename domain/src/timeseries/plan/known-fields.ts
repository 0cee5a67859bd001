import type { Condition } from '../check/condition.ts'
import type { Fields } from '../schema.ts'

type Known = { whenTrue: Fields; whenFalse: Fields }

const NOTHING: Known = { whenTrue: {}, whenFalse: {} }

/** Returns the fields that have one certain value in every series that fulfils the condition. */
export const knownFields = (condition: Condition): Fields => knownOf(condition).whenTrue

function knownOf(condition: Condition): Known {
  if (condition.kind === 'field') {
    if (!condition.only) return NOTHING
    const { value, makes } = condition.only
    const known = { [condition.name]: value }
    return makes ? { whenTrue: known, whenFalse: {} } : { whenTrue: {}, whenFalse: known }
  }
  if (condition.kind === 'not') {
    const { whenTrue, whenFalse } = knownOf(condition.of)
    return { whenTrue: whenFalse, whenFalse: whenTrue }
  }
  if (condition.kind === 'time' || condition.kind === 'datum') return NOTHING
  const left = knownOf(condition.left)
  const right = knownOf(condition.right)
  const both = { ...left.whenTrue, ...right.whenTrue }
  const neither = { ...left.whenFalse, ...right.whenFalse }
  if (condition.kind === 'and') return { whenTrue: both, whenFalse: common(left.whenFalse, right.whenFalse) }
  if (condition.kind === 'or') return { whenTrue: common(left.whenTrue, right.whenTrue), whenFalse: neither }
  const one = common({ ...left.whenTrue, ...right.whenFalse }, { ...left.whenFalse, ...right.whenTrue })
  return { whenTrue: one, whenFalse: common(both, neither) }
}

/** Returns the entries that both have. */
const common = (left: Fields, right: Fields): Fields =>
  Object.fromEntries(
    Object.entries(left).filter(([name, value]) => Object.hasOwn(right, name) && right[name] === value),
  )
