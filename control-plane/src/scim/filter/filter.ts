import type { Attribute } from '../schema/attribute.ts'

export type Comparator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type Operand = string | number | boolean | null

/** Path to the value of a comparison, from the object that the filter is applied to. */
export type Where = {
  /** Keys from the object down: an extension's URN, the attribute, its part. */
  keys: readonly string[]
  /** The attribute that is compared, at the end of the path. */
  attribute: Attribute
}

/** A filter of RFC 7644 section 3.4.2.2, with its attribute names resolved. */
export type Filter =
  | { op: 'and' | 'or'; of: readonly Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: 'present'; where: Where }
  | { op: 'compare'; comparator: Comparator; where: Where; operand: Operand }
  /** Some value of an attribute matches a nested filter: `emails[type eq "work"]`. */
  | { op: 'some'; where: Where; filter: Filter }
