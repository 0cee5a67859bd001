import { fixedWidth, fromFixedWidth } from '../../ip.ts'
import { normalizeUuid } from '../../names.ts'
import { QueryError } from '../language/query-error.ts'
import type { ComparisonOperator, Literal } from '../language/syntax.ts'
import type { FieldType, FieldValue } from '../schema.ts'

/** Words for a literal of each type of field, for errors. */
const LITERALS: Partial<Record<FieldType, string>> = {
  string: 'a text in quotes',
  uuid: 'a UUID in quotes',
  ip_addr: 'an IP address in quotes',
  bool: 'true or false',
}

/**
 * Returns the value of a literal in the form that the field has.
 * @throws QueryError if the literal has another type.
 */
export function fieldValueOf(type: FieldType, literal: Literal, name: string, at: number): FieldValue {
  const value = valueOf(type, literal)
  if (value !== null) return value
  throw new QueryError(`${name} has the type ${type}; compare it with ${LITERALS[type] ?? 'an integer'}`, at)
}

function valueOf(type: FieldType, literal: Literal): FieldValue | null {
  if (type === 'bool') return literal.type === 'boolean' ? literal.value : null
  if (type !== 'string' && type !== 'uuid' && type !== 'ip_addr')
    return literal.type === 'integer' ? literal.value : null
  if (literal.type !== 'string') return null
  if (type === 'string') return literal.value
  return type === 'uuid' ? normalizeUuid(literal.value) : canonicalAddress(literal.value)
}

function canonicalAddress(text: string): string | null {
  try {
    return fromFixedWidth(fixedWidth(text))
  } catch {
    return null
  }
}

/** @throws QueryError for < and > on values without an order. */
export function requireOrder(type: FieldType, operator: ComparisonOperator, name: string, at: number): void {
  const hasOrder = type !== 'uuid' && type !== 'ip_addr' && type !== 'bool'
  if (!hasOrder && operator !== '==' && operator !== '!=')
    throw new QueryError(`${name} has the type ${type}, which has no order; use == or !=`, at)
}
