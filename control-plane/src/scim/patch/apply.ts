import { refused, ScimError } from '../http/errors.ts'
import type { ResourceType } from '../schema/attribute.ts'
import { checkRequired, objectOf, type Resource } from '../schema/read.ts'
import { partsOf, withoutEmpty } from '../schema/read-value.ts'
import { type Operation, readPatch } from './message.ts'
import { parsePath, type Target } from './path.ts'
import { remove } from './remove.ts'
import { put } from './put.ts'
import { Work } from './work.ts'

/**
 * Applies the operations of a PATCH in order to a copy: all of them or none. Operations on attributes that the type doesn't have are
 * ignored.
 * @param resource as `readResource` returns it.
 * @throws ScimError 400 by RFC 7644 section 3.5.2, also if a required attribute would be missing afterwards; 413 when the
 * operations together take too much work.
 */
export function applyPatch(type: ResourceType, resource: Resource, body: unknown): Resource {
  const operations = readPatch(body)
  // No operation changes a value in place, apart from adding attributes to an extension.
  const copy = { ...resource }
  for (const { id } of type.extensions) if (copy[id]) copy[id] = { ...copy[id] }
  const work = new Work()
  for (const operation of operations) apply(type, copy, operation, work)
  const left = withoutEmpty(copy) ?? {}
  checkRequired(type, left)
  return left
}

function apply(type: ResourceType, resource: Resource, { op, path, value }: Operation, work: Work): void {
  if (path === null)
    return applyEach(type, resource, { op: op as 'add' | 'replace', value, prefix: '' }, work)
  const target = parsePath(path, type)
  // As in a complete resource: a provider that sends one attribute more must be able to change the others.
  if (target === null) return
  if (target.attribute?.mutability === 'readOnly' || target.sub?.mutability === 'readOnly')
    throw refused('mutability', `${nameOf(target)} is not changed from outside`)
  if (target.attribute === null && op !== 'remove')
    return applyEach(type, resource, { op, value, prefix: `${target.extension}:` }, work)
  const place = placeOf(resource, target)
  work.add(place, target)
  const { attribute } = target
  if (op === 'remove' || !attribute) remove(place, target, value, work)
  else put(place, { ...target, attribute }, { op, value }, work)
  if (target.extension && Object.keys(resource[target.extension] ?? {}).length === 0)
    delete resource[target.extension]
}

/**
 * Sets several attributes at once: each key is a path. As in a complete resource, unknown and read-only attributes are
 * ignored.
 */
function applyEach(
  type: ResourceType,
  resource: Resource,
  { op, value, prefix }: { op: 'add' | 'replace'; value: unknown; prefix: string },
  work: Work,
): void {
  const attributes = Object.entries(objectOf(value, 'the value of an operation without path'))
  work.addAttributes(attributes.length)
  for (const [key, given] of attributes) {
    const path = `${prefix}${key}`
    const target = known(path, type)
    if (!target || target.attribute?.mutability === 'readOnly' || target.sub?.mutability === 'readOnly')
      continue
    apply(
      type,
      resource,
      given === null ? { op: 'remove', path, value: null } : { op, path, value: given },
      work,
    )
  }
}

function known(path: string, type: ResourceType): Target | null {
  try {
    return parsePath(path, type)
  } catch (error) {
    if (error instanceof ScimError) return null
    throw error
  }
}

/** Returns the object that contains the attribute: the resource, or an extension of it. */
function placeOf(resource: Resource, { extension, attribute }: Target): Resource {
  if (extension === null) return resource
  if (attribute === null) return resource
  const place = partsOf(resource[extension])
  resource[extension] = place
  return place
}

/** Formats a path for error messages. */
export const nameOf = ({ extension, attribute, sub }: Target): string =>
  [attribute?.name ?? extension, sub?.name].filter(Boolean).join('.')
