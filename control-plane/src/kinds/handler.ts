import type { Contract, OperationId } from '@granary/contract/contract.ts'
import type { OnResource } from '@granary/contract/needs.ts'
import type { z } from 'zod'
import type { Bindings } from '../kit/bindings.ts'
import type { Context } from '../kit/context.ts'
import type { ApiError } from '../kit/errors.ts'
import type { FoundOf, NamedKind } from './finders.ts'

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** A request, read and checked: path parameters, query, body. */
export type RequestOf<Id extends OperationId> = {
  path: z.output<Contract[Id]['params']>
  query: z.output<Contract[Id]['query']>
  body: OutputOf<Contract[Id]['body']>
}

/** What a handler receives: the request, and the resource that it names when the contract says of which kind that is. */
export type Input<Id extends OperationId> = RequestOf<Id> &
  (Contract[Id]['needs'] extends OnResource<infer Kind extends NamedKind> ? { found: FoundOf<Kind> } : {})

type AnswerOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : void

/**
 * Carries out one operation inside of a transaction: writes wanted states and answers at once. It may run again when the
 * database asks for that, so it does nothing that a rollback does not undo; see `Context.afterCommit`.
 */
export type Handler<Id extends OperationId> = (
  context: Context,
  input: Input<Id>,
) => Promise<AnswerOf<Contract[Id]['response']>>

/** Carries out an operation outside of any transaction and makes the whole answer: streams, cookies, slow hashing. */
export type RawHandler<Id extends OperationId> = {
  raw: (context: Context, input: Input<Id>, request: Request, bindings: Bindings) => Promise<Response>
  /** Answers refusals in the form of another standard; other errors are a 500 in ours. */
  refused?: (error: ApiError) => Response
}

export type Handlers = { [Id in OperationId]: Handler<Id> | RawHandler<Id> }

/** Types the handlers of a family by the operations that they carry out. */
export const handlers = <const Part extends Partial<Handlers>>(part: Part): Part => part
