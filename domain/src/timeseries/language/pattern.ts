import { RE2JS, RE2JSSyntaxException } from 're2js'
import { QueryError } from './query-error.ts'

/** A regular expression whose matching takes time in proportion to the text, whatever the pattern is. */
export type Pattern = {
  source: string
  /** Returns whether the pattern matches any part of the text. */
  test: (text: string) => boolean
}

/** Maximum size of all patterns of a query, as {@link sizeOf} estimates it. */
const MAX_SIZE = 1000

/**
 * Returns what compiles the regular expressions of one query. JavaScript's own matcher backtracks: `(a+)+b` would stop the
 * server for years. RE2 follows all possibilities at once, and so has neither back references nor look-around.
 */
export function patternCompiler(): (source: string, at: number) => Pattern {
  let left = MAX_SIZE
  /** @throws QueryError at the position of the pattern in the query. */
  return (source, at) => {
    left -= sizeOf(source)
    if (left < 0)
      throw new QueryError(
        `the regular expressions of a query may have at most ${MAX_SIZE} characters, repeated ones counted as often`,
        at,
      )
    return { source, test: remembered(compiled(source, at)) }
  }
}

/** Many series have the same texts. */
function remembered(pattern: RE2JS): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const found = known.get(text) ?? pattern.test(text)
    known.set(text, found)
    return found
  }
}

function compiled(source: string, at: number): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const part = error.getPattern()
    const reason = part ? `${error.getDescription()}: ${part}` : error.getDescription()
    throw new QueryError(`invalid regular expression: ${reason}`, at)
  }
}

/** Returns about how many steps a pattern compiles to. The counts of groups multiply, because groups are nested. */
function sizeOf(source: string): number {
  let size = source.length
  let factor = 1
  for (const [, group, min, max] of source.matchAll(/(\)?)\{(\d+)(?:,(\d*))?\}/g)) {
    const count = Math.max(1, Number(max || min))
    if (group) factor *= count
    else size += count
  }
  return size * factor
}
