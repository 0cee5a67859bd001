import { type Attribute, attributeNamed, commonAttributes, type ResourceType } from './attribute.ts'

/** Location of a value in a resource: extension, attribute and sub-attribute. */
export type AttributePath = {
  /** URN of the extension; null for the attributes of the resource's own schema. */
  extension: string | null
  attribute: Attribute
  sub: Attribute | null
}

/**
 * Resolves a path without value filter: `name.givenName`, `urn:…:User:userName`. The URN of the resource's own schema
 * is optional.
 * @returns null for an unknown attribute, and for a whole extension.
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

/** Returns the attributes of a resource outside its extensions. */
export const attributesOf = (type: ResourceType): readonly Attribute[] => [
  ...commonAttributes,
  ...type.schema.attributes,
]

function inAttributes(
  attributes: readonly Attribute[],
  path: string,
  extension: string | null,
): AttributePath | null {
  const [name = '', subName, ...more] = path.split('.')
  const attribute = attributeNamed(attributes, name)
  if (!attribute || more.length > 0) return null
  if (subName === undefined) return { extension, attribute, sub: null }
  const sub = attributeNamed(attribute.subAttributes ?? [], subName)
  return sub ? { extension, attribute, sub } : null
}
