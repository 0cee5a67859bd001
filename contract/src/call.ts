import type { z } from 'zod'
import type { Contract, OperationId } from './contract.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { Extra, extension } from './extra.ts'
import type { TimeKey } from './generated/wire.ts'
import type { Method, Operation } from './operation.ts'

/** The run-time data for a request; everything else about an operation is types. */
export type Call<Id extends OperationId = OperationId> = {
  readonly id: Id
  readonly method: Method
  readonly path: string
  /** Kinds that the operation may change. */
  readonly changes: readonly Kind[]
} & Facts
type Facts = Partial<Pick<Operation, 'expectedFailures' | 'choices'>> & {
  /** What the list can be sorted by, beside the name and the time of creation of named resources. */
  readonly sorts?: readonly string[]
}

/** A call of an extension: an operation that the published API doesn't have. {@link Extensions} makes a call of it. */
export type ExtensionCall<Id extends OperationId = OperationId> = {
  readonly id: Id
  readonly [extension]: true
}

/**
 * Access to the extensions of a server. A client holds it only while it knows that the server has them, so code that
 * forgets the other servers doesn't compile.
 */
export type Extensions = {
  readonly call: <Id extends OperationId>(call: ExtensionCall<Id>) => Call<Id>
  readonly value: <Value>(value: Value) => Extra<Value>
}

/** For the one place of a client that finds out what its server has. */
export const EXTENSIONS: Extensions = {
  call: (given) => given as unknown as Call as never,
  value: (given) => given as never,
}

/** Makes a value for a parameter that a published server may ignore, such as a filter. */
export const ignorable = <Value>(value: Value | undefined): Extra<Value> | undefined => value as never

/** Creates an {@link ExtensionCall}; for the generated client only. */
export const extensionCall = <Id extends OperationId>(
  ...given: Parameters<typeof call<Id>>
): ExtensionCall<Id> => call(...given) as unknown as ExtensionCall<Id>

/** Creates a {@link Call}; for the generated client only. */
export const call = <Id extends OperationId>(
  id: Id,
  method: Method,
  path: string,
  changes: readonly Kind[] = [],
  facts: Facts = {},
): Call<Id> => ({ id, method, path, changes, ...facts })

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
