type Values = Map<string, object>

/** Values by the rows or the kept value that they were made of, and by their owner. */
const valuesOf = new WeakMap<object, WeakMap<object, Values>>()
const kept = new WeakSet()

/** Values with one owner that are made of the same rows: few, unless a client spells one request in many ways. */
const MAX_VALUES = 16

/**
 * Returns a value that is made of rows, or of another kept value, and of nothing else that changes. Rows that SQLite keeps are the
 * same frozen array until the next write (`database/kept-rows.ts`), so their value is made once. It is frozen, since several
 * callers get it. Other rows, such as those of PostgreSQL, get a new value each time.
 * @param owner what makes the value, such as a kind. Two owners never share a value.
 * @param key what the value depends on beside the rows and the owner. Callers of other roles get the same value.
 */
export function keptValue<Value extends object>(
  from: object,
  [owner, key]: readonly [owner: object, key: string],
  make: () => Value,
): Value {
  if (!isKept(from)) return make()
  const values = valuesWith(from, owner)
  const known = values.get(key)
  if (known) return known as Value
  const value = freeze(make())
  if (values.size >= MAX_VALUES) values.clear()
  values.set(key, value)
  kept.add(value)
  return value
}

/** Whether a value is the same for every request until the next write: rows that SQLite keeps, or a value made of them. */
export const isKept = (value: object): boolean =>
  kept.has(value) || (Array.isArray(value) && Object.isFrozen(value))

function valuesWith(from: object, owner: object): Values {
  let owners = valuesOf.get(from)
  if (!owners) valuesOf.set(from, (owners = new WeakMap()))
  let values = owners.get(owner)
  if (!values) owners.set(owner, (values = new Map()))
  return values
}

function freeze<Value extends object>(value: Value): Value {
  if (Object.isFrozen(value)) return value
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part)
  return Object.freeze(value)
}
