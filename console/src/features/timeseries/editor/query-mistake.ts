import { now } from '../../../time/clock.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { tokensOf } from '@granary/domain/timeseries/language/lexer.ts'
import { positionAt, type QueryError } from '@granary/domain/timeseries/language/query-error.ts'
import { queryProblem } from '@granary/domain/timeseries/plan/plan.ts'
import { capitalize } from '../../../api/errors.ts'
import { type Scope, scopeFields } from '../scope.ts'

/** A mistake in a query, in words, and the characters that it is about: `to` may be one after the end of the text. */
export type Mistake = { message: string; from: number; to: number }

/**
 * Maximum size of a query in the address of the page, in bytes. A server reads at most 32 KiB of headers, with cookies, and a
 * character outside ASCII takes up to nine bytes.
 */
const MAX_IN_ADDRESS = 24_000

/** Finds the first mistake of a query, as the server would. Returns null for one that can run. */
export function mistakeIn(text: string, scope: Scope): Mistake | null {
  const problem = queryProblem(text, now(), scopeFields(scope))
  if (!problem) return sizeMistake(text)
  const from = problem.offset ?? 0
  return {
    message: messageOf(text, problem),
    from,
    to: problem.offset === null ? text.length : endOfToken(text, from),
  }
}

/** The query is in the address, so that a reload runs it again. */
function sizeMistake(text: string): Mistake | null {
  const size = encodeURIComponent(text.toWellFormed()).length
  if (size <= MAX_IN_ADDRESS) return null
  const limit = `${fullNumber(MAX_IN_ADDRESS)} bytes in the address of the page`
  const message = `A query may take at most ${limit}, not ${fullNumber(size)}. Use fewer characters outside ASCII.`
  return { message, from: 0, to: text.length }
}

function messageOf(text: string, { message, offset }: QueryError): string {
  if (offset === null) return `${capitalize(message)}.`
  const { line, column } = positionAt(text, offset)
  return `Line ${line}, column ${column}: ${message}.`
}

/** Returns the end of the token at an index, at most that of its line. */
function endOfToken(text: string, from: number): number {
  const token = tokensOf(text).find(({ at, text: own }) => at <= from && from < at + own.length)
  const lineEnd = text.indexOf('\n', from)
  const end = token ? token.at + token.text.length : from + 1
  return Math.max(from + 1, lineEnd === -1 ? end : Math.min(end, lineEnd))
}
