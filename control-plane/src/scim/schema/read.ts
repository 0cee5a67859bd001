import { refused } from '../http/errors.ts'
import { type Attribute, attributeNamed, type ResourceType } from './attribute.ts'
import { isParts, readMany, type Values } from './read-value.ts'
import { readPart } from './read-value.ts'
import { attributesOf } from './resolve.ts'

/** A client's resource: names as the schema spells them, without unknown, empty and read-only attributes. */
export type Resource = Record<string, unknown>

/**
 * Reads a complete resource, for a create or a replace. Unknown and read-only attributes are ignored (RFC 7644 section
 * 3.5.1).
 * @throws ScimError 400 invalidSyntax or invalidValue that names the attribute and never repeats its value.
 */
export function readResource(type: ResourceType, body: unknown): Resource {
  const given = objectOf(body, 'the body')
  checkSchemas(type, given)
  const resource: Resource = readAttributes(attributesOf(type), given, '')
  for (const extension of type.extensions) {
    const key = Object.keys(given).find((name) => name.toLowerCase() === extension.id.toLowerCase())
    if (key === undefined || given[key] === null) continue
    const part = readAttributes(
      extension.attributes,
      objectOf(given[key], extension.id),
      `${extension.name}.`,
    )
    if (Object.keys(part).length > 0) resource[extension.id] = part
  }
  checkRequired(type, resource)
  return resource
}

/** @throws ScimError 400 if a required attribute is missing. */
export function checkRequired(type: ResourceType, resource: Resource): void {
  for (const { name, required } of type.schema.attributes)
    if (required && resource[name] === undefined) throw refused('invalidValue', `${name} is required`)
}

/** @throws ScimError 400 for anything but a JSON object. */
export function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (!isParts(value)) throw refused('invalidSyntax', `${what} must be an object`)
  return value
}

function checkSchemas(type: ResourceType, given: Record<string, unknown>): void {
  const key = Object.keys(given).find((name) => name.toLowerCase() === 'schemas')
  const schemas = key === undefined ? undefined : given[key]
  const wanted = type.schema.id.toLowerCase()
  if (
    !Array.isArray(schemas) ||
    !schemas.some((one) => typeof one === 'string' && one.toLowerCase() === wanted)
  )
    throw refused('invalidSyntax', `schemas must be a list with "${type.schema.id}" in it`)
}

function readAttributes(
  attributes: readonly Attribute[],
  given: Record<string, unknown>,
  at: string,
): Resource {
  const found: Resource = {}
  const seen = new Set<string>()
  for (const [key, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributes, key)
    if (!attribute || attribute.mutability === 'readOnly') continue
    const { name } = attribute
    if (seen.has(name)) throw refused('invalidSyntax', `${at}${name} stands there twice`)
    seen.add(name)
    const read: Values | unknown = attribute.multiValued
      ? readMany(attribute, value, `${at}${name}`)
      : readPart(attribute, value, `${at}${name}`)
    if (read !== undefined) found[name] = read
  }
  return found
}
