import type { Field } from '@granary/contract/commands/fields.ts'
import { usage } from './exit-codes.ts'

/** Units, each 1,024 times the one before. */
const UNITS = 'kmgtp'

/** Parses a number of bytes: `4GiB`, `512M`, `1073741824`. Units are powers of 1024. Null for invalid text. */
export function readBytes(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(?:([kmgtp])(?:i?b)?|b)?$/i.exec(text.trim())
  if (!match) return null
  const unit = match[2]?.toLowerCase()
  const bytes = Number(match[1]) * (unit ? 1024 ** (UNITS.indexOf(unit) + 1) : 1)
  return Number.isSafeInteger(bytes) ? bytes : null
}

/**
 * Returns the value of a flag's text.
 * @throws CommandError 2 if it is invalid for the field.
 */
export function readValue(field: Field, text: string): unknown {
  const { flag, kind, choices, nullable } = field
  const refuse = (allowed: string) =>
    usage(`--${flag} is "${text}"; it must be ${allowed}${nullable ? ', or null' : ''}`)
  if (nullable && text === 'null') return null
  if (kind === 'json') return readJson(`--${flag}`, text)
  if (choices.length > 0 && !choices.includes(text)) throw refuse(`one of ${choices.join(', ')}`)
  if (kind === 'bytes') {
    const bytes = readBytes(text)
    if (bytes === null) throw refuse('a number of bytes such as 4GiB, 512MiB or 1073741824')
    return bytes
  }
  if (kind === 'number') {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw refuse('a number')
    return Number(text)
  }
  if (kind === 'boolean') {
    if (text !== 'true' && text !== 'false') throw refuse('true or false')
    return text === 'true'
  }
  return text
}

/** @throws CommandError 2 if the text is not JSON. The message doesn't repeat it, because it may contain secrets. */
export function readJson(where: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usage(`${where} is not valid JSON`)
  }
}

/**
 * Returns JSON in which sizes with units, such as `"4GiB"`, are numbers of bytes.
 * @param names the fields that are sizes, at any depth.
 */
export function withSizes(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withSizes(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      // Another text stays, so that the server's message names the field.
      names.has(key) && typeof part === 'string' ? (readBytes(part) ?? part) : withSizes(part, names),
    ]),
  )
}
