import type { Attribute } from '../schema/attribute.ts'

export type Comparator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type Operand = string | number | boolean | null

/** Where the value of a comparison stands, seen from the object that the filter is asked about. */
export type Where = {
  /** Keys from the object down: an extension's URN, the attribute, its part. */
  keys: readonly string[]
  /** What is compared at last. */
  attribute: Attribute
}

/** A filter of RFC 7644, section 3.4.2.2, with its names looked up. */
export type Filter =
  | { op: 'and' | 'or'; of: readonly Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: 'present'; where: Where }
  | { op: 'compare'; comparator: Comparator; where: Where; operand: Operand }
  /** Some value of an attribute is as a filter of its own says: `emails[type eq "work"]`. */
  | { op: 'some'; where: Where; filter: Filter }
