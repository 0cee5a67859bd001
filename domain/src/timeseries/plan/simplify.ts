import type { Condition, DatumCondition, TimeCondition } from '../check/condition.ts'
import type { Fields } from '../schema.ts'

/** A condition that no longer depends on fields. */
export type PointCondition =
  | TimeCondition
  | DatumCondition
  | { kind: 'not'; of: PointCondition }
  | { kind: 'and' | 'or' | 'xor'; left: PointCondition; right: PointCondition }

/** Returns the rest of a condition for a series with these fields: true or false if they decide it. */
export function simplify(condition: Condition, fields: Fields): PointCondition | boolean {
  if (condition.kind === 'time' || condition.kind === 'datum') return condition
  if (condition.kind === 'field') {
    const value = fields[condition.name]
    return value !== undefined && condition.test(value)
  }
  if (condition.kind === 'not') return negated(simplify(condition.of, fields))
  const left = simplify(condition.left, fields)
  if (condition.kind === 'and' && left === false) return false
  if (condition.kind === 'or' && left === true) return true
  const right = simplify(condition.right, fields)
  if (typeof left === 'boolean') return combined(condition.kind, left, right)
  if (typeof right === 'boolean') return combined(condition.kind, right, left)
  return { kind: condition.kind, left, right }
}

const negated = (condition: PointCondition | boolean): PointCondition | boolean =>
  typeof condition === 'boolean' ? !condition : { kind: 'not', of: condition }

function combined(
  kind: 'and' | 'or' | 'xor',
  known: boolean,
  other: PointCondition | boolean,
): PointCondition | boolean {
  if (kind === 'and') return known && other
  if (kind === 'or') return known || other
  return known ? negated(other) : other
}
