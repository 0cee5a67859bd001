import type { Field } from './fields.ts'
import { usage } from './exit-codes.ts'

const POWERS: Record<string, number> = { k: 10, m: 20, g: 30, t: 40, p: 50 }

/** A number of bytes: `4GiB`, `512M`, `1073741824`; units are powers of 1024. Null for what is none. */
export function readBytes(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(?:([kmgtp])(?:i?b)?|b)?$/i.exec(text.trim())
  if (!match) return null
  const unit = match[2]?.toLowerCase()
  const bytes = Number(match[1]) * (unit ? 2 ** POWERS[unit]! : 1)
  return Number.isSafeInteger(bytes) ? bytes : null
}

/**
 * What the text of a flag means.
 * @throws CommandError 2 when it is not what the field takes.
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

/** @throws CommandError 2 when it is no JSON; what it is does not stand in the message, as it may have secrets in it. */
export function readJson(where: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw usage(`${where} is not valid JSON`)
  }
}
