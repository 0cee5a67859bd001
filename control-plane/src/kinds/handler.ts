import type { Contract, OperationId } from '@granary/contract/contract.ts'
import type { OnResource } from '@granary/contract/needs.ts'
import type { z } from 'zod'
import type { Bindings } from '../kit/request/bindings.ts'
import type { Context, OuterContext } from '../kit/context/context.ts'
import type { ApiError } from '../kit/base/errors.ts'
import type { FoundOf, NamedKind } from './finders.ts'

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** A parsed and validated request: path parameters, query, body. */
export type RequestOf<Id extends OperationId> = {
  path: z.output<Contract[Id]['params']>
  query: z.output<Contract[Id]['query']>
  body: OutputOf<Contract[Id]['body']>
}

/** Input of a handler: the request, and the resource that it names if the contract states its kind. */
export type Input<Id extends OperationId> = RequestOf<Id> &
  (Contract[Id]['needs'] extends OnResource<infer Kind extends NamedKind> ? { found: FoundOf<Kind> } : {})

type AnswerOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : void

/**
 * Handles one operation in a transaction: writes the wanted state and returns at once. It may run again when the
 * database asks for a retry, so it must have no effect that a rollback can't undo; see `Context.afterCommit`.
 */
export type Handler<Id extends OperationId> = (
  context: Context,
  input: Input<Id>,
) => Promise<AnswerOf<Contract[Id]['response']>>

/** Handles an operation outside of a transaction and builds the whole response: streams, cookies, slow hashing. */
export type RawHandler<Id extends OperationId> = {
  raw: (context: OuterContext, input: Input<Id>, request: Request, bindings: Bindings) => Promise<Response>
  /** Formats API errors in the form of another standard. Other exceptions are a 500 in our own form. */
  refused?: (error: ApiError) => Response
  /** Whether it takes a body that the contract does not describe, from `bindings.readBytes`: it arrives before the request asks for a seat. */
  readsBody?: true
}

export type Handlers = { [Id in OperationId]: Handler<Id> | RawHandler<Id> }

/** Types the handlers of a family by their operations. */
export const handlers = <const Part extends Partial<Handlers>>(part: Part): Part => part
