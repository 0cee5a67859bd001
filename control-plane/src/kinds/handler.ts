import type { Contract, OperationId } from '@granary/contract/contract.ts'
import type { OnResource } from '@granary/contract/needs.ts'
import type { z } from 'zod'
import type { Bindings } from '../kit/bindings.ts'
import type { Context, OuterContext, ReadContext } from '../kit/context.ts'
import type { ApiError } from '../kit/errors.ts'
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

/**
 * Handles a GET whose answer depends on its input and the database only, so that further requests can get the same text
 * (`edge/kept-answer.ts`). Its context has neither a caller nor a clock.
 */
export type KeptHandler<Id extends OperationId> = {
  kept: (context: ReadContext, input: Input<Id>) => Promise<AnswerOf<Contract[Id]['response']>>
}

/** Handles an operation outside of a transaction and builds the whole response: streams, cookies, slow hashing. */
export type RawHandler<Id extends OperationId> = {
  raw: (context: OuterContext, input: Input<Id>, request: Request, bindings: Bindings) => Promise<Response>
  /** Formats API errors in the form of another standard. Other exceptions are a 500 in our own form. */
  refused?: (error: ApiError) => Response
}

/** Ends a step of long work. Await it outside of a transaction only. */
export type NextTurn = () => Promise<void> | void

/** Reads or writes as a `Handler` does. @returns a function that builds the answer after the snapshot or the commit. */
export type FirstStage<Id extends OperationId> = (
  context: Context,
  input: Input<Id>,
) => Promise<(nextTurn: NextTurn) => Promise<AnswerOf<Contract[Id]['response']>>>

/**
 * Handles a write that is too large for the time that a transaction may take: it checks the request before, and builds the answer
 * after it. The transaction admits the request again, so the resource that it finds may have changed since.
 */
export type StagedHandler<Id extends OperationId> = {
  staged: (input: Input<Id>, nextTurn: NextTurn) => Promise<FirstStage<Id>>
}

/** Handles a GET of one resource with so many rows that building its answer takes longer than a snapshot may. */
export type LargeReadHandler<Id extends OperationId> = { read: FirstStage<Id> }

/** Reads one portion, all of whose statements see the same state of the database. */
export type ReadPortion = <Result>(read: (inner: Context) => Promise<Result>) => Promise<Result>

/** Handles a GET that reads too much for one turn of the event loop, in portions with a turn before each. */
export type PortionedHandler<Id extends OperationId> = {
  portions: (input: Input<Id>, read: ReadPortion) => Promise<AnswerOf<Contract[Id]['response']>>
}

export type Handlers = {
  [Id in OperationId]:
    | Handler<Id>
    | KeptHandler<Id>
    | RawHandler<Id>
    | StagedHandler<Id>
    | LargeReadHandler<Id>
    | PortionedHandler<Id>
}

/** Types the handlers of a family by their operations. */
export const handlers = <const Part extends Partial<Handlers>>(part: Part): Part => part
