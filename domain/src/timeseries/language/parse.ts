import { parseExpression } from './parse-expression.ts'
import { MAX_QUERY_LENGTH } from '../limits.ts'
import { parseCount, parseDuration } from './parse-literal.ts'
import { QueryError } from './query-error.ts'
import type { Align, AlignMethod, Get, Group, GroupBy, Operation, Query } from './syntax.ts'
import { TokenReader } from './token-reader.ts'

/**
 * Parses the text of a query.
 * @param now the time that `@now()` stands for, in milliseconds since 1970.
 * @throws QueryError with the position of the first mistake.
 */
export function parseQuery(text: string, now: number): Query {
  if (text.length > MAX_QUERY_LENGTH)
    throw new QueryError(`a query may have at most ${MAX_QUERY_LENGTH} characters, not ${text.length}`)
  const reader = new TokenReader(text, now)
  const query = parseStages(reader)
  if (reader.next.kind !== 'end') throw reader.unexpected('"|" or the end of the query')
  return query
}

function parseStages(reader: TokenReader): Query {
  const source = parseSource(reader)
  const operations: Operation[] = []
  while (reader.take('|')) operations.push(parseOperation(reader))
  return { source, operations }
}

function parseSource(reader: TokenReader): Get | Group {
  const { at } = reader.next
  if (reader.take('{')) return parseGroup(reader, at)
  if (!reader.take('get')) throw reader.unexpected('"get" or "{"')
  const series = reader.next
  if (series.kind !== 'name' || !series.text.includes(':'))
    throw reader.unexpected('the name of a series such as virtual_disk:reads')
  reader.read()
  return { kind: 'get', series: series.text, at: series.at }
}

function parseGroup(reader: TokenReader, at: number): Group {
  const queries: Query[] = []
  do queries.push(reader.nested(() => parseStages(reader)))
  while (reader.take(';'))
  reader.expect('}')
  return { kind: 'group', queries, at }
}

function parseOperation(reader: TokenReader): Operation {
  const { at } = reader.next
  const kind = reader.take('filter', 'align', 'group_by', 'join', 'first', 'last')
  if (kind === 'filter') return { kind, expression: parseExpression(reader), at }
  if (kind === 'align') return parseAlign(reader, at)
  if (kind === 'group_by') return parseGroupBy(reader, at)
  if (kind === 'join') return { kind, at }
  if (kind !== null) return { kind, count: parseCount(reader), at }
  throw reader.unexpected('filter, align, group_by, join, first or last')
}

function parseAlign(reader: TokenReader, at: number): Align {
  const method: AlignMethod | null = reader.take('mean_within', 'interpolate')
  if (method === null) throw reader.unexpected('mean_within or interpolate')
  reader.expect('(')
  const period = reader.next
  const milliseconds = parseDuration(reader)
  if (milliseconds === 0) throw new QueryError('the period must be longer than zero', period.at)
  reader.expect(')')
  return { kind: 'align', method, period: milliseconds, at }
}

function parseGroupBy(reader: TokenReader, at: number): GroupBy {
  reader.expect('[')
  const fields: GroupBy['fields'] = []
  if (!reader.take(']')) {
    do fields.push(parseFieldName(reader))
    while (reader.take(','))
    reader.expect(']')
  }
  const reducer = reader.take(',') ? reader.take('mean', 'sum') : 'mean'
  if (reducer === null) throw reader.unexpected('mean or sum')
  return { kind: 'group_by', fields, reducer, at }
}

function parseFieldName(reader: TokenReader): { name: string; at: number } {
  if (reader.next.kind !== 'name' || reader.next.text.includes(':'))
    throw reader.unexpected('the name of a field')
  const { text, at } = reader.read()
  return { name: text, at }
}
