import { durationOf } from './durations.ts'
import { QueryError } from './query-error.ts'
import { stringOf } from './strings.ts'
import type { Literal } from './syntax.ts'
import { timestampOf } from './timestamps.ts'
import type { TokenReader } from './token-reader.ts'

/** Parses the literal that a field is compared with. */
export function parseLiteral(reader: TokenReader): Literal {
  if (reader.take('true')) return { type: 'boolean', value: true }
  if (reader.take('false')) return { type: 'boolean', value: false }
  const { kind, text, at } = reader.next
  if (kind === 'string') return { type: 'string', value: stringOf(reader.read().text, at) }
  if (kind === 'timestamp') return { type: 'timestamp', value: timestamp(reader) }
  const sign = reader.take('-') ? -1 : 1
  const number = reader.next
  if (number.kind === 'number') return numberOf(reader.read().text, at, sign)
  if (kind === 'duration')
    throw new QueryError(`"${text}" is a duration; compare with a time such as @now() - ${text}`, at)
  throw reader.unexpected('a number, a string, true, false or a timestamp')
}

function numberOf(text: string, at: number, sign: number): Literal {
  const value = sign * Number(text)
  if (Number.isNaN(value)) throw new QueryError(`"${text}" is not a hexadecimal number`, at)
  const isInteger = /^(?:0x[0-9a-f]+|\d+)$/i.test(text)
  if (isInteger ? !Number.isSafeInteger(value) : !Number.isFinite(value))
    throw new QueryError(`${text} is too large`, at)
  return { type: isInteger ? 'integer' : 'double', value: value === 0 ? 0 : value }
}

function timestamp(reader: TokenReader): number {
  const { text, at } = reader.read()
  const time = timestampOf(text, at, reader.now)
  if (!text.startsWith('@now')) return time
  const sign = reader.take('-', '+')
  return sign === null ? time : time + (sign === '-' ? -1 : 1) * parseDuration(reader)
}

/** Parses a duration such as `5m`. Returns milliseconds. */
export function parseDuration(reader: TokenReader): number {
  if (reader.next.kind !== 'duration') throw reader.unexpected('a duration such as 30s or 5m')
  const { text, at } = reader.read()
  const duration = durationOf(text)
  // 1,000 years are more than any clock or store has.
  if (duration > 1000 * 365 * 86_400_000) throw new QueryError(`${text} is too long`, at)
  return duration
}

/** Parses a whole number above zero. */
export function parseCount(reader: TokenReader): number {
  const { kind, text, at } = reader.next
  const count = kind === 'number' ? Number(text) : Number.NaN
  if (!/^\d+$/.test(text) || Number.isNaN(count)) throw reader.unexpected('a number')
  if (count < 1) throw new QueryError('the number of points must be at least 1', at)
  if (!Number.isSafeInteger(count)) throw new QueryError('the number of points is too large', at)
  reader.read()
  return count
}
