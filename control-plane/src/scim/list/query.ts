import type { Filter } from '../filter/filter.ts'
import { parseFilter } from '../filter/parse.ts'
import { refused } from '../http/errors.ts'
import type { ResourceType } from '../schema/attribute.ts'
import { objectOf } from '../schema/read.ts'
import { type AttributePath, resolvePath } from '../schema/resolve.ts'
import { readSelection, type Selection } from './selection.ts'

/** Maximum and default number of resources in one response. */
export const MAX_COUNT = 200
const DEFAULT_COUNT = 100

/** The parameters of a list: RFC 7644 section 3.4.2. */
export type ListQuery = {
  filter: Filter | null
  sortBy: AttributePath | null
  descending: boolean
  /** 1-based. */
  startIndex: number
  count: number
  selection: Selection
}

/** The parameters of a list before validation, from a URL or a body. */
export type Parameters = Partial<
  Record<
    'filter' | 'sortBy' | 'sortOrder' | 'startIndex' | 'count' | 'attributes' | 'excludedAttributes',
    unknown
  >
>

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

/** Returns the parameters in a URL. */
export const parametersOf = (url: URL): Parameters => Object.fromEntries(url.searchParams)

/** Returns the parameters in the body of a `.search`. @throws ScimError 400 for an invalid body. */
export function searchParameters(body: unknown): Parameters {
  const message = objectOf(body, 'the body')
  const { schemas } = message
  if (!Array.isArray(schemas) || !schemas.includes(SEARCH))
    throw refused('invalidSyntax', `schemas must be a list with "${SEARCH}" in it`)
  return message
}

/** Validates the parameters of a list of resources of a type. @throws ScimError 400. */
export function readListQuery(given: Parameters, type: ResourceType): ListQuery {
  const filter = textOf(given.filter, 'filter')
  const sortOrder = textOf(given.sortOrder, 'sortOrder')?.toLowerCase() ?? 'ascending'
  if (sortOrder !== 'ascending' && sortOrder !== 'descending')
    throw refused('invalidValue', 'sortOrder must be ascending or descending')
  return {
    filter: filter === null ? null : parseFilter(filter, type),
    sortBy: readSortBy(textOf(given.sortBy, 'sortBy'), type),
    descending: sortOrder === 'descending',
    startIndex: Math.max(1, numberOf(given.startIndex, 'startIndex') ?? 1),
    count: Math.min(MAX_COUNT, Math.max(0, numberOf(given.count, 'count') ?? DEFAULT_COUNT)),
    selection: readSelection(given, type),
  }
}

function readSortBy(path: string | null, type: ResourceType): AttributePath | null {
  if (path === null) return null
  const found = resolvePath(type, path)
  if (!found) throw refused('invalidPath', `sortBy names no attribute of a ${type.name}`)
  const { attribute, sub } = found
  if (attribute.type !== 'complex' || sub) return found
  const value = attribute.subAttributes?.find(({ name }) => name === 'value')
  if (!value) throw refused('invalidPath', `${attribute.name} has parts: name one of them in sortBy`)
  return { ...found, sub: value }
}

function textOf(value: unknown, name: string): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw refused('invalidValue', `${name} must be a text`)
  return value
}

function numberOf(value: unknown, name: string): number | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text))
    throw refused('invalidValue', `${name} must be a whole number`)
  return Number(text)
}
