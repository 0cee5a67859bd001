import { refused } from '../http/errors.ts'
import { type Attribute, attributeNamed } from './attribute.ts'

/** One value of a complex attribute. */
export type Parts = Record<string, unknown>
export type Values = readonly unknown[]

export const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the parts of a value; none of what has no parts. */
export const partsOf = (value: unknown): Parts => (isParts(value) ? value : {})

/** Returns the values of a complex attribute with several; none if it is missing. */
export const partsIn = (values: unknown): readonly Parts[] =>
  Array.isArray(values) ? values.filter(isParts) : []

/** Maximum length of a string, in characters. */
const MAX_STRING_LENGTH = 4096

/**
 * Reads the value of a single-valued attribute.
 * @returns undefined, meaning no value, for null and empty values.
 * @throws ScimError 400 invalidValue with the allowed values.
 */
export function readPart(attribute: Attribute, value: unknown, at: string): unknown {
  if (value === null || value === undefined) return undefined
  switch (attribute.type) {
    case 'complex':
      return withoutEmpty(readParts(attribute, value, at))
    case 'boolean':
      return readFlag(value, at)
    default:
      return readText(value, at, attribute.longest)
  }
}

/**
 * Reads the values of a multi-valued attribute; a single value counts as a list of one.
 * @returns undefined if there are none.
 * @throws ScimError 400 invalidValue, also if more than one is primary.
 */
export function readMany(attribute: Attribute, value: unknown, at: string): Values | undefined {
  if (value === null || value === undefined) return undefined
  const list: unknown[] = []
  for (const one of Array.isArray(value) ? value : [value]) {
    const read = readPart(attribute, one, at)
    if (read !== undefined) list.push(read)
  }
  if (list.length === 0) return undefined
  const values = distinct(list)
  if (values.filter(isPrimary).length > 1)
    throw refused('invalidValue', `one value of ${at} can be primary at most`)
  return values
}

/**
 * Returns the sub-attributes of a value by name; undefined for those that are removed. Read-only and unknown ones are
 * ignored.
 */
export function readParts(attribute: Attribute, value: unknown, at: string): Parts {
  const subAttributes = attribute.subAttributes ?? []
  // Some providers send a plain value for a complex attribute.
  if (typeof value === 'string' && attributeNamed(subAttributes, 'value'))
    return readParts(attribute, { value }, at)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused('invalidValue', `${at} must be an object`)
  const parts: Parts = {}
  for (const [key, given] of Object.entries(value)) {
    const sub = attributeNamed(subAttributes, key)
    if (!sub || sub.mutability === 'readOnly') continue
    if (Object.hasOwn(parts, sub.name)) throw refused('invalidSyntax', `${at}.${sub.name} stands there twice`)
    parts[sub.name] = readPart(sub, given, `${at}.${sub.name}`)
  }
  for (const { name, required } of subAttributes)
    if (required && parts[name] === undefined) throw refused('invalidValue', `${at}.${name} is required`)
  return parts
}

/** Drops sub-attributes without a value. @returns undefined if none is left. */
export function withoutEmpty(parts: Parts): Parts | undefined {
  const left = Object.entries(parts).filter(([, value]) => value !== undefined)
  return left.length > 0 ? Object.fromEntries(left) : undefined
}

export const isPrimary = (value: unknown): boolean => isParts(value) && value.primary === true

/** Removes duplicates and keeps the first of each. */
export function distinct(values: Values): Values {
  const byKey = new Map<string, unknown>()
  for (const value of values) {
    const key = keyOf(value)
    if (!byKey.has(key)) byKey.set(key, value)
  }
  return [...byKey.values()]
}

/** A PATCH compares the same values in each of its operations. No code changes a value in place. */
const knownKeys = new WeakMap<object, string>()

/** Returns the key that distinguishes values, regardless of the order of their parts. */
function keyOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = knownKeys.get(value)
  if (known !== undefined) return known
  const key = JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  knownKeys.set(value, key)
  return key
}

function readFlag(value: unknown, at: string): boolean {
  // Some providers send booleans as strings.
  const flag = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value
  if (typeof flag !== 'boolean') throw refused('invalidValue', `${at} must be true or false`)
  return flag
}

function readText(given: unknown, at: string, longest = MAX_STRING_LENGTH): string | undefined {
  // Some providers send employee numbers and postal codes as numbers.
  const value = typeof given === 'number' ? String(given) : given
  if (typeof value !== 'string') throw refused('invalidValue', `${at} must be a text`)
  if (value.length > longest) throw refused('invalidValue', `${at} may have ${longest} characters at most`)
  if (value.includes('\u0000')) throw refused('invalidValue', `${at} may not contain the character U+0000`)
  return value === '' ? undefined : value.toWellFormed()
}
