import { checkQuery } from '../check/check.ts'
import { type Shape, shapeOf } from '../check/shape.ts'
import type { Token } from '../language/lexer.ts'
import { parseQuery } from '../language/parse.ts'
import { QueryError } from '../language/query-error.ts'
import { schemaNamed } from '../schemas.ts'

/** The operation, or the `get`, that a text ends in. */
export type Stage = {
  /** The symbol before it; null at the start of the query. */
  separator: Token | null
  tokens: readonly Token[]
}

const SEPARATORS = new Set(['|', '{', ';', '}'])

/** Whether a token is one of these symbols. */
export const isSymbol = (token: Token | undefined, symbols: ReadonlySet<string>): boolean =>
  token?.kind === 'symbol' && symbols.has(token.text)

/** Returns the last stage of the tokens of an unfinished query. */
export function lastStage(tokens: readonly Token[]): Stage {
  const at = tokens.findLastIndex((token) => isSymbol(token, SEPARATORS))
  return { separator: tokens[at] ?? null, tokens: tokens.slice(at + 1) }
}

/**
 * Returns the shapes of the tables that an operation gets.
 * @param tokens those before the `|` of the operation.
 */
export function inputShapes(text: string, tokens: readonly Token[], end: number): Shape[] {
  const start = pipelineStart(tokens)
  try {
    return checkQuery(parseQuery(text.slice(start, end), 0))
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    // An earlier operation has a mistake, so its effect is unknown: the fields of the series are the best guess.
    const names = tokens.filter(({ at, kind }) => at >= start && kind === 'name')
    return names.flatMap(({ text: name }) => schemaNamed(name) ?? []).map(shapeOf)
  }
}

/** Returns the index in the text at which the query begins that the tokens end in: behind the last open brace or semicolon. */
function pipelineStart(tokens: readonly Token[]): number {
  let depth = 0
  for (const { kind, text, at } of tokens.toReversed()) {
    if (kind !== 'symbol') continue
    if (text === '}') depth += 1
    else if (depth === 0 && (text === '{' || text === ';')) return at + 1
    else if (text === '{') depth -= 1
  }
  return 0
}
