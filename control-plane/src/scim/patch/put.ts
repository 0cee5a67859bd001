import { refused } from '../http/errors.ts'
import type { Filter } from '../filter/filter.ts'
import { matches } from '../filter/matches.ts'
import type { Attribute } from '../schema/attribute.ts'
import type { Resource } from '../schema/read.ts'
import {
  distinct,
  isPrimary,
  type Parts,
  partsIn,
  partsOf,
  readMany,
  readPart,
  readParts,
  type Values,
  withoutEmpty,
} from '../schema/read-value.ts'
import type { AttributeTarget } from './path.ts'
import { remove } from './remove.ts'
import type { Work } from './work.ts'

type Change = { op: 'add' | 'replace'; value: unknown }

/** Adds or replaces the target of a path in the object that contains the attribute. @throws ScimError 400. */
export function put(place: Resource, target: AttributeTarget, { op, value }: Change, work: Work): void {
  const { attribute } = target
  if (value === null) return remove(place, target, undefined, work)
  if (attribute.multiValued)
    keep(
      place,
      attribute,
      target.filter || target.sub
        ? inValues(place, target, { op, value }, work)
        : whole(place, target, value, op),
    )
  else if (target.sub)
    mergeInto(place, attribute, { [target.sub.name]: readPart(target.sub, value, at(target)) })
  else if (attribute.type === 'complex')
    mergeInto(place, attribute, readParts(attribute, value, attribute.name))
  else keep(place, attribute, readPart(attribute, value, attribute.name))
}

/** Returns all values of an attribute: the given ones instead of, or in addition to, the existing ones. */
function whole(
  place: Resource,
  { attribute }: AttributeTarget,
  value: unknown,
  op: 'add' | 'replace',
): Values {
  const given = readMany(attribute, value, attribute.name) ?? []
  if (op === 'replace') return given
  const before = place[attribute.name]
  return onePrimary(distinct([...(Array.isArray(before) ? before : []), ...given]), given.find(isPrimary))
}

/** Changes some of the values, or a part of each: those that the filter selects. */
function inValues(place: Resource, target: AttributeTarget, { op, value }: Change, work: Work): Values {
  const { attribute, filter, sub } = target
  const before = partsIn(place[attribute.name])
  const chosen = new Set(filter ? before.filter((one) => matches(filter, one, work.spend)) : before)
  if (sub?.mutability === 'immutable' && chosen.size > 0)
    throw refused('mutability', `${at(target)} is not changed: remove the value and add another`)
  const change = sub
    ? { [sub.name]: readPart(sub, value, at(target)) }
    : readParts(attribute, value, attribute.name)
  if (chosen.size === 0) {
    // RFC 7644 section 3.5.2.3 refuses a replace without a match, but Entra ID expects it to add the value.
    if (!filter) throw refused('noTarget', `${attribute.name} has no value to change`)
    const made = withoutEmpty({ ...impliedBy(filter), ...change })
    return made ? onePrimary(distinct([...before, made]), made) : before
  }
  let changed: unknown
  const after = before.map((one) => {
    if (!chosen.has(one)) return one
    const next = withoutEmpty(op === 'replace' && !sub ? change : { ...one, ...change })
    if (change.primary === true) changed ??= next
    return next
  })
  return onePrimary(distinct(after.filter((one) => one !== undefined)), changed)
}

/**
 * Returns the parts that a value needs to match a filter: an add or a replace without a match creates such a value.
 * @throws ScimError 400 noTarget if the filter does not determine them.
 */
function impliedBy(filter: Filter): Parts {
  if (filter.op === 'and')
    return Object.fromEntries(filter.of.flatMap((part) => Object.entries(impliedBy(part))))
  if (filter.op === 'compare' && filter.comparator === 'eq' && filter.operand !== null)
    return { [filter.where.keys.slice(0, 1).join()]: filter.operand }
  throw refused('noTarget', 'no value is as the path says, and it does not say what a new one would be')
}

/** A new primary value clears the flag of the others. */
function onePrimary(values: Values, chosen: unknown): Values {
  if (!isPrimary(chosen)) return values
  return distinct(
    values.map((one) => (isPrimary(one) && one !== chosen ? { ...partsOf(one), primary: false } : one)),
  )
}

function mergeInto(place: Resource, attribute: Attribute, change: Parts): void {
  keep(place, attribute, withoutEmpty({ ...partsOf(place[attribute.name]), ...change }))
}

/** Sets a value, or deletes the attribute if there is none. */
export function keep(place: Resource, { name }: Attribute, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) delete place[name]
  else place[name] = value
}

const at = ({ attribute, sub }: AttributeTarget): string =>
  sub ? `${attribute.name}.${sub.name}` : attribute.name
