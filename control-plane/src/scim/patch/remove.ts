import { refused } from '../http/errors.ts'
import { matches } from '../filter/matches.ts'
import type { Resource } from '../schema/read.ts'
import { distinct, type Parts, partsIn, partsOf, withoutEmpty } from '../schema/read-value.ts'
import type { Target } from './path.ts'
import type { Work } from './work.ts'

/**
 * Removes the target of a path; a missing target is not an error.
 * @param value of a multi-valued attribute the values to remove, which some providers send instead of a filter.
 * @throws ScimError 400 mutability for a required attribute.
 */
export function remove(place: Resource, target: Target, value: unknown, work: Work): void {
  const { attribute, extension, filter, sub } = target
  if (!attribute) {
    if (extension) delete place[extension]
    return
  }
  const { name } = attribute
  if (sub ? sub.required : attribute.required && !filter)
    throw refused('mutability', `${sub ? `${name}.${sub.name}` : name} has to be there`)
  const before = place[name]
  if (before === undefined) return
  const after = attribute.multiValued
    ? left(partsIn(before), target, value, work)
    : sub
      ? withoutEmpty({ ...partsOf(before), [sub.name]: undefined })
      : undefined
  if (after === undefined || (Array.isArray(after) && after.length === 0)) delete place[name]
  else place[name] = after
}

function left(
  before: readonly Parts[],
  { filter, sub }: Target,
  value: unknown,
  work: Work,
): readonly Parts[] {
  const listed = filter || sub ? null : valuesIn(value)
  const goes = (one: Parts) =>
    filter ? matches(filter, one, work.spend) : listed ? listed.has(one.value) : true
  if (!sub) return before.filter((one) => !goes(one))
  const without = before
    .map((one) => (goes(one) ? withoutEmpty({ ...one, [sub.name]: undefined }) : one))
    .filter((one) => one !== undefined)
  // Values may have differed only in the removed part.
  return partsIn(distinct(without))
}

/** Returns the `value` of each listed value; null for no list. @throws ScimError 400 if an item has none. */
function valuesIn(value: unknown): Set<unknown> | null {
  if (value === undefined || value === null) return null
  const list = Array.isArray(value) ? value : [value]
  const values = list.map((one: unknown) => (typeof one === 'string' ? one : partsOf(one).value))
  if (values.some((one) => typeof one !== 'string'))
    throw refused('invalidValue', 'a remove lists values that have a "value" each')
  return new Set(values)
}
