import { type Attribute, attributeNamed, commonAttributes, type ResourceType } from './attribute.ts'

/** Where a value stands in a resource: in an extension or not, in which attribute, in which part of it. */
export type AttributePath = {
  /** URN of the extension that it is in; null for the attributes of the resource's own schema. */
  extension: string | null
  attribute: Attribute
  sub: Attribute | null
}

/**
 * Finds what a path without value filter means: `name.givenName`, `urn:…:User:userName`. The URN of the resource's own
 * schema may be left out.
 * @returns null when there is no such attribute; the whole of an extension is no attribute either.
 */
export function resolvePath(type: ResourceType, path: string): AttributePath | null {
  const lower = path.toLowerCase()
  for (const schema of [type.schema, ...type.extensions]) {
    const prefix = `${schema.id.toLowerCase()}:`
    if (!lower.startsWith(prefix)) continue
    const extension = schema === type.schema ? null : schema.id
    const attributes = extension ? schema.attributes : attributesOf(type)
    return inAttributes(attributes, path.slice(prefix.length), extension)
  }
  return lower.startsWith('urn:') ? null : inAttributes(attributesOf(type), path, null)
}

/** The attributes of a resource outside of its extensions. */
export const attributesOf = (type: ResourceType): readonly Attribute[] => [
  ...commonAttributes,
  ...type.schema.attributes,
]

function inAttributes(
  attributes: readonly Attribute[],
  path: string,
  extension: string | null,
): AttributePath | null {
  const [name, subName, ...more] = path.split('.')
  const attribute = attributeNamed(attributes, name!)
  if (!attribute || more.length > 0) return null
  if (subName === undefined) return { extension, attribute, sub: null }
  const sub = attributeNamed(attribute.subAttributes ?? [], subName)
  return sub ? { extension, attribute, sub } : null
}
