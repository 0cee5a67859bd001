import { QueryError } from '../language/query-error.ts'
import type { Comparison, ComparisonOperator, Expression, Match } from '../language/syntax.ts'
import type { FieldValue } from '../schema.ts'
import { fieldValueOf, requireOrder } from './field-value.ts'
import { fieldTypeOf, type Shape } from './shape.ts'

/** A condition on one field of a series. */
export type FieldCondition = {
  kind: 'field'
  name: string
  test: (value: FieldValue) => boolean
  /** The only value that makes the condition true, or false, if there is one. */
  only: { value: FieldValue; makes: boolean } | null
}

/** A condition on the times of a point, in milliseconds since 1970. */
export type TimeCondition = {
  kind: 'time'
  of: 'timestamp' | 'start_time'
  operator: ComparisonOperator
  value: number
}

/** A condition on the value of a point. */
export type DatumCondition = { kind: 'datum'; operator: ComparisonOperator; value: number }

/** An expression whose names and types have been checked against a table. */
export type Condition =
  | FieldCondition
  | TimeCondition
  | DatumCondition
  | { kind: 'not'; of: Condition }
  | { kind: 'and' | 'or' | 'xor'; left: Condition; right: Condition }

/**
 * Checks an expression against the table that it filters.
 * @throws QueryError at a field that the table lacks, or at a literal of another type.
 */
export function conditionOf(expression: Expression, shape: Shape): Condition {
  if (expression.kind === 'not') return { kind: 'not', of: conditionOf(expression.of, shape) }
  if (expression.kind === 'match') return matchCondition(expression, shape)
  if (expression.kind === 'compare') return comparisonCondition(expression, shape)
  const { kind, left, right } = expression
  return { kind, left: conditionOf(left, shape), right: conditionOf(right, shape) }
}

function matchCondition({ field, pattern, at }: Match, shape: Shape): FieldCondition {
  const type = isSpecial(field) ? field : fieldTypeOf(shape, field, at)
  if (type !== 'string') throw new QueryError(`~= needs a field of type string; ${field} is not one`, at)
  return { kind: 'field', name: field, test: (value) => pattern.test(String(value)), only: null }
}

const isSpecial = (name: string): boolean => name === 'timestamp' || name === 'start_time' || name === 'datum'

function comparisonCondition(comparison: Comparison, shape: Shape): Condition {
  const { field } = comparison
  if (field === 'timestamp' || field === 'start_time') return timeCondition(comparison, field, shape)
  if (field === 'datum') return datumCondition(comparison, shape)
  const { operator, literal, at, literalAt } = comparison
  const type = fieldTypeOf(shape, field, at)
  requireOrder(type, operator, field, at)
  const wanted = fieldValueOf(type, literal, field, literalAt)
  const only = operator === '==' || operator === '!=' ? { value: wanted, makes: operator === '==' } : null
  return { kind: 'field', name: field, test: (value) => compare(value, operator, wanted), only }
}

function timeCondition(comparison: Comparison, of: TimeCondition['of'], shape: Shape): TimeCondition {
  const { operator, literal, at, literalAt } = comparison
  if (of === 'start_time' && shape.metricType === 'gauge')
    throw new QueryError(
      `${shape.name} has no start times; only cumulative series that are not aligned have them`,
      at,
    )
  if (literal.type !== 'timestamp')
    throw new QueryError(`${of} is a time; compare it with one such as @2024-01-01 or @now() - 5m`, literalAt)
  return { kind: 'time', of, operator, value: literal.value }
}

function datumCondition({ operator, literal, at, literalAt }: Comparison, shape: Shape): DatumCondition {
  if (shape.isHistogram || shape.valueTypes.length > 1)
    throw new QueryError(
      shape.isHistogram
        ? `${shape.name} has distributions, which can’t be compared`
        : 'datum is ambiguous after join; filter before it',
      at,
    )
  if (literal.type !== 'integer' && literal.type !== 'double')
    throw new QueryError('datum is a number; compare it with one', literalAt)
  return { kind: 'datum', operator, value: literal.value }
}

/** Compares two values of the same type. */
export function compare<Value extends FieldValue>(
  left: Value,
  operator: ComparisonOperator,
  right: Value,
): boolean {
  if (operator === '==') return left === right
  if (operator === '!=') return left !== right
  if (operator === '>') return left > right
  if (operator === '>=') return left >= right
  return operator === '<' ? left < right : left <= right
}
