import { refused, ScimError } from '../http/errors.ts'
import type { Filter } from '../filter/filter.ts'
import { tokensOf } from '../filter/lexer.ts'
import { FilterReader } from '../filter/parse.ts'
import { type Attribute, attributeNamed, type ResourceType } from '../schema/attribute.ts'
import { resolvePath } from '../schema/resolve.ts'

/** The target of an operation. Without an attribute, a whole extension. */
export type Target = {
  extension: string | null
  attribute: Attribute | null
  /** Selects values of the attribute. */
  filter: Filter | null
  sub: Attribute | null
}

/** A target in an attribute. */
export type AttributeTarget = Target & { attribute: Attribute }

/**
 * Parses the path of a PATCH operation (RFC 7644, figure 7).
 * @returns null for an attribute that the type does not have.
 * @throws ScimError 400 invalidPath for a malformed path.
 */
export function parsePath(path: string, type: ResourceType): Target | null {
  try {
    return read(path, type)
  } catch (error) {
    if (error instanceof ScimError) throw refused('invalidPath', `the path of an operation: ${error.message}`)
    throw error
  }
}

function read(path: string, type: ResourceType): Target | null {
  const extension = type.extensions.find(({ id }) => id.toLowerCase() === path.trim().toLowerCase())
  if (extension) return { extension: extension.id, attribute: null, filter: null, sub: null }
  const reader = new FilterReader(tokensOf(path))
  const found = resolvePath(type, reader.take('word').text)
  if (!found) return null
  if (reader.peek().kind !== '[') {
    reader.take('end')
    return { ...found, filter: null }
  }
  if (found.sub) throw refused('invalidPath', 'brackets stand behind an attribute, not behind a part of it')
  const filter = reader.valueFilter(found.attribute)
  let sub: Attribute | null = null
  if (reader.peek().kind === 'sub') {
    sub = attributeNamed(found.attribute.subAttributes ?? [], reader.take('sub').text) ?? null
    if (!sub) return null
  }
  reader.take('end')
  return { ...found, filter, sub }
}
