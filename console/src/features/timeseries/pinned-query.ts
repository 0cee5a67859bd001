import { durationOf } from '@granary/domain/timeseries/language/durations.ts'
import { tokensOf } from '@granary/domain/timeseries/language/lexer.ts'
import { timestampOf } from '@granary/domain/timeseries/language/timestamps.ts'

/**
 * Returns a query that has the same answer at any later time: with times instead of `@now()` and of times of today, and
 * without points after `now`.
 * @param query a query without mistakes.
 */
export function pinnedQuery(query: string, now: number): string {
  const tokens = tokensOf(query)
  let pinned = ''
  let copied = 0
  const replace = (from: number, to: number, text: string) => {
    pinned += query.slice(copied, from) + text
    copied = to
  }
  tokens.forEach(({ kind, text, at }, index) => {
    const end = at + text.length
    const [sign, duration] = [tokens[index + 1]?.text, tokens[index + 2]]
    if (kind === 'timestamp') {
      const isShifted = text.startsWith('@now') && (sign === '-' || sign === '+')
      const shift = isShifted ? durationOf(duration!.text) * (sign === '-' ? -1 : 1) : 0
      const time = timestampOf(text, at, now) + shift
      replace(at, isShifted ? duration!.at + duration!.text.length : end, literalOf(time))
    } else if (kind === 'name' && tokens[index - 1]?.text === 'get' && text.includes(':'))
      replace(end, end, ` | filter timestamp <= ${literalOf(now)}`)
  })
  return pinned + query.slice(copied)
}

/** Timestamps of queries are in UTC and have no time zone. */
const literalOf = (time: number): string => `@${new Date(time).toISOString().slice(0, -1)}`
