import type { Contract, OperationId } from '@granary/contract/contract.ts'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { ApiError } from './errors.ts'

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What a request says, read and checked: path parameters, query, body. */
export type Input<Id extends OperationId> = {
  path: z.output<Contract[Id]['params']>
  query: z.output<Contract[Id]['query']>
  body: OutputOf<Contract[Id]['body']>
}

type AnswerOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : void

/**
 * Carries out one operation inside of a transaction: writes wanted states and answers at once. It may be run again
 * when the database asks for that, so it does nothing that a rollback does not undo; see `Context.afterCommit`.
 */
export type Handler<Id extends OperationId> = (
  context: Context,
  input: Input<Id>,
) => Promise<AnswerOf<Contract[Id]['response']>>

/** Carries out an operation outside of any transaction and makes the whole answer: streams, cookies, slow hashing. */
export type RawHandler<Id extends OperationId> = {
  raw: (context: Context, input: Input<Id>, request: Request) => Promise<Response>
  /** Answers refusals in the form of another standard; what is not refused but fails is a 500 in ours. */
  refused?: (error: ApiError) => Response
}

export type Handlers = { [Id in OperationId]: Handler<Id> | RawHandler<Id> }

/** Types the handlers of a family by the operations that they carry out. */
export const handlers = <const Part extends Partial<Handlers>>(part: Part): Part => part
