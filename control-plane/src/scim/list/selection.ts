import { refused } from '../http/errors.ts'
import type { ResourceType } from '../schema/attribute.ts'
import type { Resource } from '../schema/read.ts'
import { isParts, partsIn, partsOf } from '../schema/read-value.ts'
import { type AttributePath, resolvePath } from '../schema/resolve.ts'

/** Which attributes a response contains: RFC 7644 section 3.9. */
export type Selection = {
  /** Only these and the attributes that are always returned; null for all. */
  only: readonly Choice[] | null
  without: readonly Choice[]
}

/** An attribute, a sub-attribute, or (without an attribute) an extension. */
type Choice = { extension: string | null; attribute: string | null; sub: string | null; always: boolean }

/** Maximum number of names in `attributes` or `excludedAttributes`. No schema has as many. */
const MAX_NAMES = 256

/**
 * Reads `attributes` and `excludedAttributes`: comma-separated names, or a list of names. Unknown names are ignored.
 * @throws ScimError 400 if both are given, or too many names.
 */
export function readSelection(
  { attributes, excludedAttributes }: { attributes?: unknown; excludedAttributes?: unknown },
  type: ResourceType,
): Selection {
  const only = namesOf(attributes, 'attributes')
  const without = namesOf(excludedAttributes, 'excludedAttributes')
  if (only && without) throw refused('invalidValue', 'give attributes or excludedAttributes, not both')
  // Each choice copies every resource of the answer, so none counts twice.
  const choices = (names: string[]) => [
    ...new Map(names.flatMap((name) => choiceOf(name, type) ?? []).map((one) => [keyOf(one), one])).values(),
  ]
  return { only: only && choices(only), without: choices(without ?? []) }
}

function namesOf(value: unknown, what: string): string[] | null {
  if (value === undefined || value === null) return null
  const list: unknown = typeof value === 'string' ? value.split(',') : value
  const texts = Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
  if (!Array.isArray(list) || texts.length < list.length)
    throw refused('invalidValue', `${what} must be names of attributes`)
  if (list.length > MAX_NAMES) throw refused('invalidValue', `${what} may have ${MAX_NAMES} names at most`)
  const names = texts.map((name) => name.trim()).filter(Boolean)
  return names.length > 0 ? names : null
}

function choiceOf(name: string, type: ResourceType): Choice | null {
  const extension = type.extensions.find(({ id }) => id.toLowerCase() === name.toLowerCase())
  if (extension) return { extension: extension.id, attribute: null, sub: null, always: false }
  const found = resolvePath(type, name)
  return found && toChoice(found)
}

const toChoice = ({ extension, attribute, sub }: AttributePath): Choice => ({
  extension,
  attribute: attribute.name,
  sub: sub?.name ?? null,
  always: attribute.returned === 'always',
})

const keyOf = ({ extension, attribute, sub }: Choice): string => JSON.stringify([extension, attribute, sub])

const ALWAYS_RETURNED = ['schemas', 'id']

/** Returns whether a response contains an attribute at all, to skip expensive ones that were not requested. */
export function includes({ only, without }: Selection, name: string): boolean {
  const whole = (one: Choice) => one.extension === null && one.attribute === name
  if (only) return only.some(whole)
  return !without.some((one) => whole(one) && one.sub === null)
}

/** Returns a resource with the selected attributes only. */
export function select(resource: Resource, { only, without }: Selection): Resource {
  if (!only) return without.reduce(leaveOut, resource)
  const picked: Resource = {}
  for (const name of ALWAYS_RETURNED) if (resource[name] !== undefined) picked[name] = resource[name]
  for (const choice of only) pick(picked, resource, choice)
  return picked
}

function pick(into: Resource, from: Resource, { extension, attribute, sub }: Choice): void {
  if (extension && attribute) {
    const inner = partsOf(from[extension])
    if (inner[attribute] === undefined) return
    const picked = partsOf(into[extension])
    into[extension] = picked
    pick(picked, inner, { extension: null, attribute, sub, always: false })
    return
  }
  const name = attribute ?? extension ?? ''
  const value = from[name]
  if (value === undefined) return
  if (sub === null) into[name] = value
  else if (!Array.isArray(value)) {
    const part = partsOf(value)[sub]
    if (part !== undefined) into[name] = { ...partsOf(into[name]), [sub]: part }
  } else {
    const before = partsIn(into[name])
    into[name] = value.map((one: Resource, index) => ({
      ...before[index],
      ...(one[sub] === undefined ? {} : { [sub]: one[sub] }),
    }))
  }
}

function leaveOut(resource: Resource, { extension, attribute, sub, always }: Choice): Resource {
  if (always) return resource
  if (extension && attribute) {
    const inner = resource[extension]
    if (!isParts(inner)) return resource
    const rest = leaveOut(inner, { extension: null, attribute, sub, always })
    return { ...resource, [extension]: rest }
  }
  const name = attribute ?? extension ?? ''
  const { [name]: value, ...rest } = resource
  if (sub === null || value === undefined) return rest
  const drop = (one: Resource) => Object.fromEntries(Object.entries(one).filter(([key]) => key !== sub))
  return { ...rest, [name]: Array.isArray(value) ? value.map(drop) : drop(partsOf(value)) }
}
