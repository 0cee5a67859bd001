import { type Condition, conditionOf } from '../check/condition.ts'
import { schemaOf } from '../check/check.ts'
import { shapeOf } from '../check/shape.ts'
import { QueryError } from '../language/query-error.ts'
import type { Filter, Get, Operation, Query } from '../language/syntax.ts'
import type { Fields, TimeseriesSchema } from '../schema.ts'
import { knownFields } from './known-fields.ts'
import { ALL_TIME, overlap, type Window, windowOf } from './window.ts'

/** What a `get` must read for the operations that follow it. */
export type Read = {
  schema: TimeseriesSchema
  /** Of the filters before any other operation. */
  conditions: Condition[]
  window: Window
  /** Fields with one certain value. */
  fields: Fields
  /** See `ReadRequest`. */
  spacing: number
}

/**
 * Plans the reads of a checked query.
 * @throws QueryError at a series that would be read as a whole.
 */
export function readsOf(query: Query, scope: Fields): Map<Get, Read> {
  const reads = new Map<Get, Read>()
  addReads(query, [], scope, reads)
  return reads
}

function addReads(query: Query, outer: readonly Operation[], scope: Fields, reads: Map<Get, Read>): void {
  const operations = [...query.operations, ...outer]
  if (query.source.kind === 'get') reads.set(query.source, readOf(query.source, operations, scope))
  else for (const inner of query.source.queries) addReads(inner, operations, scope, reads)
}

function readOf(get: Get, operations: readonly Operation[], scope: Fields): Read {
  const schema = schemaOf(get)
  const conditions = leadingFilters(operations).map(({ expression }) =>
    conditionOf(expression, shapeOf(schema)),
  )
  if (!conditions.some(limitsReading) && Object.keys(scope).length === 0)
    throw new QueryError(
      `filter ${get.series} by a field or by time; without that, the query would read all of it`,
      get.at,
    )
  return {
    schema,
    conditions,
    window: conditions.map(windowOf).reduce(overlap, ALL_TIME),
    fields: Object.assign({}, ...conditions.map(knownFields), scope),
    spacing: spacingOf(operations, conditions),
  }
}

/** Operations after the first one that is no filter see another table. */
function leadingFilters(operations: readonly Operation[]): Filter[] {
  const end = operations.findIndex((operation) => operation.kind !== 'filter')
  return operations.slice(0, end === -1 ? undefined : end).filter((operation) => operation.kind === 'filter')
}

const limitsReading = (condition: Condition): boolean => mentions(condition, (leaf) => leaf.kind !== 'datum')

/** An aligned value is made of a whole period, so points at twice that rate suffice, unless a filter looks at them. */
function spacingOf(operations: readonly Operation[], conditions: readonly Condition[]): number {
  const next = operations.find((operation) => operation.kind !== 'filter')
  const looksAtPoints = (leaf: Leaf) =>
    leaf.kind === 'datum' || (leaf.kind === 'time' && leaf.of === 'start_time')
  if (next?.kind !== 'align' || conditions.some((condition) => mentions(condition, looksAtPoints))) return 0
  return next.period / 2
}

type Leaf = Extract<Condition, { kind: 'field' | 'time' | 'datum' }>

function mentions(condition: Condition, test: (leaf: Leaf) => boolean): boolean {
  if (condition.kind === 'field' || condition.kind === 'time' || condition.kind === 'datum')
    return test(condition)
  if (condition.kind === 'not') return mentions(condition.of, test)
  return mentions(condition.left, test) || mentions(condition.right, test)
}
