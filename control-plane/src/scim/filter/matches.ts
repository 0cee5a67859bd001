import { type Attribute } from '../schema/attribute.ts'
import { folded } from '../../kinds/scim-user.ts'
import type { Comparator, Filter, Operand } from './filter.ts'

/** A resource, or one value of an attribute, as JSON has it. */
type Json = unknown

/** Whether a resource is as a filter says. What is not there equals null and nothing else. */
export function matches(filter: Filter, object: Json): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.every((one) => matches(one, object))
    case 'or':
      return filter.of.some((one) => matches(one, object))
    case 'not':
      return !matches(filter.filter, object)
    case 'present':
      return valuesAt(object, filter.where.keys).some(isPresent)
    case 'some':
      return valuesAt(object, filter.where.keys).some((value) => matches(filter.filter, value))
    case 'compare': {
      const { where, comparator, operand } = filter
      const values = valuesAt(object, where.keys)
      // Of several values it is enough that one is as wanted.
      if (values.length === 0) return isMissingAs(comparator, operand)
      return values.some((value) => compares(comparator, value, operand, where.attribute))
    }
  }
}

const isMissingAs = (comparator: Comparator, operand: Operand): boolean =>
  operand === null ? comparator === 'eq' : comparator === 'ne'

/** Everything at the end of a path, through attributes of several values; nothing where there is nothing. */
export function valuesAt(object: Json, keys: readonly string[]): Json[] {
  let values: Json[] = [object]
  for (const key of keys)
    values = values.flatMap((value) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : []))
  return values.filter((value) => value !== undefined && value !== null)
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Neither an empty text nor an empty object counts as a value. */
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

/** Both sides in the form in which values of an attribute compare. */
function alike(value: Json, operand: Comparable, attribute: Attribute): [Comparable, Comparable] {
  if (attribute.type === 'boolean') return [value === true, operand]
  if (attribute.type === 'dateTime') return [Date.parse(String(value)), operand]
  const form = attribute.caseExact ? String : (text: unknown) => folded(String(text))
  return [form(value), form(operand)]
}
