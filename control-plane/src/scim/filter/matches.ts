import { type Attribute } from '../schema/attribute.ts'
import { caseFold } from '../../kinds/scim-user.ts'
import type { Spend } from './spend.ts'
import type { Comparator, Filter, Operand } from './filter.ts'

/** A resource, or one value of an attribute, as JSON. */
type Json = unknown

/**
 * Returns whether a resource matches a filter. A missing value equals null and nothing else.
 * @param spend counts the comparisons before they are made.
 */
export function matches(filter: Filter, object: Json, spend: Spend): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.every((one) => matches(one, object, spend))
    case 'or':
      return filter.of.some((one) => matches(one, object, spend))
    case 'not':
      return !matches(filter.filter, object, spend)
    case 'present':
      spend(1)
      return valuesAt(object, filter.where.keys).some(isPresent)
    case 'some':
      return valuesAt(object, filter.where.keys).some((value) => matches(filter.filter, value, spend))
    case 'compare': {
      const { where, comparator, operand } = filter
      const values = valuesAt(object, where.keys)
      spend(costOf(values, operand))
      // One matching value of a multi-valued attribute is enough.
      if (values.length === 0) return isMissingAs(comparator, operand)
      return values.some((value) => compares(comparator, value, operand, where.attribute))
    }
  }
}

/** Characters that take as long as one comparison. */
const CHARACTERS = 64

const lengthOf = (value: Json): number => (typeof value === 'string' ? value.length : 0)

/** Returns the number of comparisons; one of long texts counts as several. */
const costOf = (values: readonly Json[], operand: Operand): number =>
  values.length === 0
    ? 1
    : values.reduce<number>(
        (sum, value) => sum + 1 + Math.floor((lengthOf(value) + lengthOf(operand)) / CHARACTERS),
        0,
      )

const isMissingAs = (comparator: Comparator, operand: Operand): boolean =>
  operand === null ? comparator === 'eq' : comparator === 'ne'

/** Returns all values at the end of a path, through multi-valued attributes; an empty list if there are none. */
export function valuesAt(object: Json, keys: readonly string[]): Json[] {
  // The usual case without copies, because a PATCH of a group repeats it for every member.
  const [only, ...deeper] = keys
  if (only !== undefined && deeper.length === 0 && isObject(object) && typeof object[only] === 'string')
    return [object[only]]
  let values: Json[] = [object]
  for (const key of keys)
    values = values.flatMap((value) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : []))
  return values.filter((value) => value !== undefined && value !== null)
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether a value is present. Empty strings and empty objects are not. */
const isPresent = (value: Json): boolean =>
  value !== '' && !(isObject(value) && Object.values(value).every((part) => part === undefined))

function compares(comparator: Comparator, value: Json, operand: Operand, attribute: Attribute): boolean {
  if (operand === null) return comparator === 'ne'
  const [left, right] = alike(value, operand, attribute)
  switch (comparator) {
    case 'eq':
      return left === right
    case 'ne':
      return left !== right
    case 'gt':
      return left > right
    case 'ge':
      return left >= right
    case 'lt':
      return left < right
    case 'le':
      return left <= right
  }
  if (typeof left !== 'string' || typeof right !== 'string') return false
  switch (comparator) {
    case 'co':
      return left.includes(right)
    case 'sw':
      return left.startsWith(right)
    case 'ew':
      return left.endsWith(right)
  }
}

type Comparable = string | number | boolean

/** Normalizes both sides for a comparison by the rules of the attribute. */
function alike(value: Json, operand: Comparable, attribute: Attribute): [Comparable, Comparable] {
  if (attribute.type === 'boolean') return [value === true, operand]
  if (attribute.type === 'dateTime') return [Date.parse(String(value)), operand]
  const form = attribute.caseExact ? String : (text: unknown) => caseFold(String(text))
  return [form(value), form(operand)]
}
