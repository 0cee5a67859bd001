import { QueryError } from '../language/query-error.ts'
import type { Get, Query } from '../language/syntax.ts'
import type { TimeseriesSchema } from '../schema.ts'
import { schemaNamed } from '../schemas.ts'
import { conditionOf } from './condition.ts'
import { type Shape, shapeOf, shapesAfter } from './shape.ts'

/**
 * Checks names and types of a query before anything is read. Returns the shapes of its tables.
 * @throws QueryError with the position of the first mistake.
 */
export function checkQuery({ source, operations }: Query): Shape[] {
  let shapes = source.kind === 'get' ? [shapeOf(schemaOf(source))] : source.queries.flatMap(checkQuery)
  for (const operation of operations) {
    if (operation.kind === 'filter') for (const shape of shapes) conditionOf(operation.expression, shape)
    shapes = shapesAfter(shapes, operation)
  }
  return shapes
}

/** @throws QueryError if there is no such series. */
export function schemaOf({ series, at }: Get): TimeseriesSchema {
  const schema = schemaNamed(series)
  if (!schema) throw new QueryError(`there is no series "${series}"`, at)
  return schema
}
