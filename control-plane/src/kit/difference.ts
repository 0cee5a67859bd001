import { AUDIENCE_FIELDS } from './change.ts'

type Fields = Record<string, unknown>

/**
 * Returns the fields of two states of a resource that differ, so that entries of the change log are small. Fields that
 * decide which streams get the change stay in both.
 */
export function difference(before: unknown, after: unknown): { before: Fields; after: Fields } {
  const [was, is] = [before as Fields, after as Fields]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => AUDIENCE_FIELDS.includes(key) || !isSame(was[key], is[key]),
  )
  const only = (fields: Fields) =>
    Object.fromEntries(keys.filter((key) => key in fields).map((key) => [key, fields[key]]))
  return { before: only(was), after: only(is) }
}

/** Large values of one object need not become text. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
