import { wereFoundAgain } from '../database/kept-rows.ts'

/** Values of one thing, and of it together with a further one. */
type Made = { values: Map<string, object>; further: WeakMap<object, Made> | null }

const madeOf = new WeakMap<object, Made>()
const kept = new WeakSet()

/** Values of one owner that are made of the same rows: few, unless a client spells one request in many ways. */
const MAX_VALUES = 16

/**
 * Returns a value that is made of rows, or of other kept values, and of nothing else that changes. SQLite finds the same array of
 * rows until the next write (`database/kept-rows.ts`), so their value need be made only once. It is frozen, since several callers
 * get it. Rows that are found for the first time, and those of PostgreSQL, get a new value each time.
 * @param owner what makes the value, such as a kind. Two owners never share a value.
 * @param key what the value depends on beside the rows and the owner. Callers of other roles get the same value.
 */
export function keptValue<Value extends object>(
  from: readonly object[],
  [owner, key]: readonly [owner: object, key: string],
  make: () => Value,
): Value {
  if (!from.every(isKept)) return make()
  const values = valuesOf(from, owner)
  const known = values.get(key)
  if (known) return known as Value
  const value = freeze(make())
  if (values.size >= MAX_VALUES) values.clear()
  values.set(key, value)
  kept.add(value)
  return value
}

/** Whether further requests may get this value: rows that SQLite has found again, or a value that is made of them. */
export const isKept = (value: object): boolean =>
  Array.isArray(value) ? wereFoundAgain(value) : kept.has(value)

function valuesOf(from: readonly object[], owner: object): Map<string, object> {
  let made = entryOf(madeOf, owner)
  for (const part of from) made = entryOf((made.further ??= new WeakMap()), part)
  return made.values
}

function entryOf(all: WeakMap<object, Made>, thing: object): Made {
  const known = all.get(thing)
  if (known) return known
  const made = { values: new Map<string, object>(), further: null }
  all.set(thing, made)
  return made
}

function freeze<Value extends object>(value: Value): Value {
  if (Object.isFrozen(value)) return value
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part)
  return Object.freeze(value)
}
