// The parts of a query, as the parser returns them. `at` is an index in the text, for error messages.

import type { Pattern } from './pattern.ts'

export type Literal =
  | { type: 'integer' | 'double' | 'timestamp'; value: number }
  | { type: 'boolean'; value: boolean }
  | { type: 'string'; value: string }

export type ComparisonOperator = '==' | '!=' | '>' | '>=' | '<' | '<='

export type Comparison = {
  kind: 'compare'
  field: string
  operator: ComparisonOperator
  literal: Literal
  at: number
  literalAt: number
}

/** `field ~= "pattern"`. */
export type Match = { kind: 'match'; field: string; pattern: Pattern; at: number }

export type Logical = { kind: 'and' | 'or' | 'xor'; left: Expression; right: Expression }

export type Expression = Comparison | Match | { kind: 'not'; of: Expression } | Logical

export type Filter = { kind: 'filter'; expression: Expression; at: number }

export type AlignMethod = 'mean_within' | 'interpolate'

export type Align = {
  kind: 'align'
  method: AlignMethod
  /** Milliseconds. */
  period: number
  at: number
}

export type Reducer = 'mean' | 'sum'

export type GroupBy = {
  kind: 'group_by'
  fields: { name: string; at: number }[]
  reducer: Reducer
  at: number
}

export type Join = { kind: 'join'; at: number }

/** `first N` and `last N`. */
export type Take = { kind: 'first' | 'last'; count: number; at: number }

export type Operation = Filter | Align | GroupBy | Join | Take

export type Get = { kind: 'get'; series: string; at: number }

/** `{ query; query }`: each query makes a table. */
export type Group = { kind: 'group'; queries: Query[]; at: number }

export type Query = { source: Get | Group; operations: Operation[] }
