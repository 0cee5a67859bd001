import { QueryError } from '../language/query-error.ts'
import type { Align, GroupBy, Join, Operation } from '../language/syntax.ts'
import type { MetricType, ValueArray } from '../result.ts'
import { countsFromStart, type FieldType, isHistogram, type TimeseriesSchema } from '../schema.ts'

/** Name and types of a table, which are certain before it has any data. */
export type Shape = {
  name: string
  fieldTypes: ReadonlyMap<string, FieldType>
  metricType: MetricType
  /** One for each value of a point. There are several after `join`. */
  valueTypes: readonly ValueArray['type'][]
  /** Whether the values are distributions, with which there is no arithmetic. */
  isHistogram: boolean
  /** Lower edges of the bins of distributions. */
  bins: readonly number[]
  /** Milliseconds between points after `align`; null before. */
  period: number | null
}

function valueTypeOf(schema: TimeseriesSchema): ValueArray['type'] {
  if (isHistogram(schema)) return 'integer_distribution'
  return schema.datumType === 'f64' ? 'double' : 'integer'
}

/** Returns the shape of the table that `get` makes. */
export const shapeOf = (schema: TimeseriesSchema): Shape => ({
  name: schema.timeseriesName,
  fieldTypes: new Map(schema.fieldSchema.map(({ name, fieldType }) => [name, fieldType])),
  metricType: countsFromStart(schema) ? 'delta' : 'gauge',
  valueTypes: [valueTypeOf(schema)],
  isHistogram: isHistogram(schema),
  bins: schema.bins ?? [],
  period: null,
})

/**
 * Returns the shapes after an operation. Filters, `first` and `last` change none.
 * @throws QueryError if the operation can't work on them.
 */
export function shapesAfter(shapes: readonly Shape[], operation: Operation): Shape[] {
  if (operation.kind === 'align') return shapes.map((shape) => alignedShape(shape, operation))
  if (operation.kind === 'group_by') return [groupedShape(shapes, operation)]
  if (operation.kind === 'join') return [joinedShape(shapes, operation)]
  return [...shapes]
}

function alignedShape(shape: Shape, { period, at }: Align): Shape {
  if (shape.isHistogram) throw new QueryError(`${shape.name} has distributions; align needs numbers`, at)
  const valueTypes = shape.valueTypes.map(() => 'double' as const)
  return { ...shape, metricType: 'gauge', valueTypes, period }
}

export const UNALIGNED_GROUP = 'Input tables to a `group_by` must be aligned'

function groupedShape(shapes: readonly Shape[], { fields, at }: GroupBy): Shape {
  const [shape] = shapes
  if (!shape || shapes.length > 1)
    throw new QueryError(`group_by needs exactly one table, not ${shapes.length}; use join before it`, at)
  if (shape.period === null) throw new QueryError(UNALIGNED_GROUP, at)
  if (shape.valueTypes.length > 1) throw new QueryError('group_by works before join, not after it', at)
  const fieldTypes = new Map<string, FieldType>()
  for (const { name, at } of fields) {
    if (fieldTypes.has(name)) throw new QueryError(`${name} is listed more than once`, at)
    fieldTypes.set(name, fieldTypeOf(shape, name, at))
  }
  return { ...shape, fieldTypes }
}

function joinedShape(shapes: readonly Shape[], { at }: Join): Shape {
  const [first, ...others] = shapes
  if (!first || others.length === 0) throw new QueryError('join needs at least two tables', at)
  if (shapes.some((shape) => shape.period === null))
    throw new QueryError('Input tables to a `join` must be aligned', at)
  for (const other of others) {
    if (other.period !== first.period)
      throw new QueryError('join needs tables that are aligned to the same period', at)
    if (fieldList(other) !== fieldList(first))
      throw new QueryError(
        `join needs tables with the same fields: ${first.name} has ${fieldList(first)}; ${other.name} has ${fieldList(other)}`,
        at,
      )
  }
  const name = shapes.map((shape) => shape.name).join(',')
  return { ...first, name, valueTypes: shapes.flatMap((shape) => shape.valueTypes) }
}

/** @throws QueryError if the table doesn't have the field. */
export function fieldTypeOf(shape: Shape, name: string, at: number): FieldType {
  const type = shape.fieldTypes.get(name)
  if (type === undefined)
    throw new QueryError(
      `the table ${shape.name} has no field "${name}"; its fields are ${fieldList(shape)}`,
      at,
    )
  return type
}

const fieldList = (shape: Shape): string => [...shape.fieldTypes.keys()].sort().join(', ') || 'none'
