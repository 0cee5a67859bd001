import type { z } from 'zod'
import type { Contract, OperationId } from './contract.ts'
import type { Method } from './operation.ts'

/** What a client needs at run time to ask for an operation; everything else about it is types. */
export type Call<Id extends OperationId = OperationId> = {
  readonly id: Id
  readonly method: Method
  readonly path: string
}

/** Makes a {@link Call}; used by the generated client only. */
export const call = <Id extends OperationId>(id: Id, method: Method, path: string): Call<Id> => ({
  id,
  method,
  path,
})

type DateKey = `time${Capitalize<string>}` | `${string}Time` | `${string}Expiration` | 'timestamp'
type IsDateKey<Key> = Key extends DateKey
  ? Key extends `time${infer Rest}`
    ? Rest extends Capitalize<Rest>
      ? true
      : false
    : true
  : false

/**
 * A response as a client sees it: values whose key starts with `time_`, ends with `_time` or `_expiration`, or is
 * `timestamp`, are dates.
 */
export type WithDates<Value> = Value extends readonly (infer Item)[]
  ? WithDates<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: IsDateKey<Key> extends true ? Revived<Value[Key]> : WithDates<Value[Key]> }
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

/** What a call takes: `path` parameters, `query`, `body`; a part that may be left out is optional. */
export type CallInput<Id extends OperationId> = Part<'path', Params<Id>> &
  Part<'query', Query<Id>> &
  Part<'body', Body<Id>>
/** What a call answers. */
export type CallOutput<Id extends OperationId> = OutputOf<Contract[Id]['response']>
/** One item of a list that comes in pages. */
export type ItemOf<Id extends OperationId> = CallOutput<Id> extends { items: (infer Item)[] } ? Item : never
