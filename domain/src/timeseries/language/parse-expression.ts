import { parseLiteral } from './parse-literal.ts'
import { QueryError } from './query-error.ts'
import type { Expression, Logical, Match } from './syntax.ts'
import type { TokenReader } from './token-reader.ts'

/** Operators from the loosest to the tightest. `!` is tighter still. */
const LEVELS = [
  ['||', 'or'],
  ['&&', 'and'],
  ['^', 'xor'],
] as const satisfies [string, Logical['kind']][]

/** Parses the condition of a filter. */
export function parseExpression(reader: TokenReader, level = 0): Expression {
  const [symbol, kind] = LEVELS[level] ?? []
  if (symbol === undefined || kind === undefined) return parseUnary(reader)
  let left = parseExpression(reader, level + 1)
  while (reader.take(symbol)) left = { kind, left, right: parseExpression(reader, level + 1) }
  return left
}

function parseUnary(reader: TokenReader): Expression {
  if (reader.take('!')) return { kind: 'not', of: reader.nested(() => parseUnary(reader)) }
  if (!reader.take('(')) return parseComparison(reader)
  const expression = reader.nested(() => parseExpression(reader))
  reader.expect(')')
  return expression
}

function parseComparison(reader: TokenReader): Expression {
  if (reader.next.kind !== 'name' || reader.next.text.includes(':'))
    throw reader.unexpected('the name of a field')
  const { text: field, at } = reader.read()
  if (reader.take('~=')) return parseMatch(reader, field, at)
  const operator = reader.take('==', '!=', '>=', '<=', '>', '<')
  if (operator === null) throw reader.unexpected('one of ==, !=, >, >=, <, <= and ~=')
  const literalAt = reader.next.at
  return { kind: 'compare', field, operator, literal: parseLiteral(reader), at, literalAt }
}

function parseMatch(reader: TokenReader, field: string, at: number): Match {
  const literalAt = reader.next.at
  const literal = parseLiteral(reader)
  if (literal.type !== 'string') throw new QueryError('~= needs a regular expression in quotes', literalAt)
  return { kind: 'match', field, pattern: reader.compilePattern(literal.value, literalAt), at }
}
