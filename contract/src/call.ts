import type { z } from 'zod'
import type { Contract, OperationId } from './contract.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { TimeKey } from './generated/wire.ts'
import type { Method } from './operation.ts'

/** The run-time data for a request; everything else about an operation is types. */
export type Call<Id extends OperationId = OperationId> = {
  readonly id: Id
  readonly method: Method
  readonly path: string
  /** Kinds that the operation may change. */
  readonly changes: readonly Kind[]
}

/** Creates a {@link Call}; for the generated client only. */
export const call = <Id extends OperationId>(
  id: Id,
  method: Method,
  path: string,
  changes: readonly Kind[] = [],
): Call<Id> => ({ id, method, path, changes })

/** A response as a client sees it: the contract's time fields are dates. */
export type WithDates<Value> = Value extends readonly (infer Item)[]
  ? WithDates<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Key extends TimeKey ? Revived<Value[Key]> : WithDates<Value[Key]> }
    : Value
type Revived<Value> = Value extends string ? Date : Value

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type OutputOf<Schema> = Schema extends z.ZodType ? WithDates<z.output<Schema>> : undefined

type Params<Id extends OperationId> = z.input<Contract[Id]['params']>
type Query<Id extends OperationId> = z.input<Contract[Id]['query']>
type Body<Id extends OperationId> = InputOf<Contract[Id]['body']>

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? {}
  : {} extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

/** The input of a call: `path` parameters, `query`, `body`; a part with no required field is optional. */
export type CallInput<Id extends OperationId> = Part<'path', Params<Id>> &
  Part<'query', Query<Id>> &
  Part<'body', Body<Id>>
/** The response of a call. */
export type CallOutput<Id extends OperationId> = OutputOf<Contract[Id]['response']>
/** One item of a paged list. */
export type ItemOf<Id extends OperationId> = CallOutput<Id> extends { items: (infer Item)[] } ? Item : never
