import type { OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { Places } from '../database/places.ts'
import { admit } from '../kinds/admit.ts'
import type {
  Handler,
  KeptHandler,
  LargeReadHandler,
  NextTurn,
  PortionedHandler,
  RequestOf,
  StagedHandler,
} from '../kinds/handler.ts'
import { type TextAnswer, textAnswer } from '../kit/answer.ts'
import type { Context, OuterContext } from '../kit/context.ts'
import { laneOf } from '../kit/lane.ts'
import { inSnapshot, inTransaction } from '../kit/transaction.ts'
import type { Audit } from './audit.ts'
import { keptAnswer } from './kept-answer.ts'
import { isLargePage, isLongList, longList } from './long-list.ts'

/** A handler whose answer is JSON. */
export type TextHandler =
  | Handler<OperationId>
  | KeptHandler<OperationId>
  | StagedHandler<OperationId>
  | LargeReadHandler<OperationId>
  | PortionedHandler<OperationId>

type Served<Its extends TextHandler> = { id: OperationId; operation: Operation; handler: Its }

type Asking = {
  audit: Audit
  asked: RequestOf<OperationId>
  /** Ends a turn of the event loop. */
  next: NextTurn
}

/**
 * Large writes that are in their stages at once. Each takes turns with all the others, so hundreds of them would all end late, and
 * keep their rows in memory until then.
 */
export const STAGED = new Places(4)
/** The same for large reads, which no write that waits for a lock should keep waiting. */
export const LARGE_READS = new Places(4)

/** Admits a request and lets a handler answer it: in stages, in portions, in a snapshot, or in a transaction with its audit entry. */
export async function answerOf(
  context: OuterContext,
  { id, operation, handler }: Served<TextHandler>,
  asking: Asking,
): Promise<TextAnswer> {
  const { asked, audit, next } = asking
  if ('staged' in handler)
    return STAGED.run(laneOf(context), () => inStages(context, { id, operation, handler }, asking))
  if ('read' in handler)
    return LARGE_READS.run(laneOf(context), () => readInStages(context, { id, operation, handler }, asking))
  if ('portions' in handler) return inPortions(context, { id, operation, handler }, asking)
  const admitted = (inner: Context, portion = asked) => admit(inner, id, portion)
  if (isLongList(operation, asked)) return longList(context, { operation, handler, asked, admitted, next })
  const now = () => atOnce(context, { id, operation, handler }, { asked, audit })
  return isLargePage(operation, asked) ? LARGE_READS.run(laneOf(context), now) : now()
}

/** Runs a handler in one snapshot or transaction, which makes the whole answer. */
async function atOnce(
  context: OuterContext,
  { id, operation, handler }: Served<Handler<OperationId> | KeptHandler<OperationId>>,
  { asked, audit }: Pick<Asking, 'asked' | 'audit'>,
): Promise<TextAnswer> {
  if ('kept' in handler)
    return inSnapshot(context, async (inner) =>
      keptAnswer(inner, { id, operation, input: await admit(inner, id, asked) }, handler),
    )
  const value = await run(context, audit, operation, async (inner) =>
    handler(inner, await admit(inner, id, asked)),
  )
  return textAnswer(operation, value, context.services.settings.extensions)
}

/** Runs the stages of a handler, of which the second one is a transaction with the audit entry. */
async function inStages(
  context: OuterContext,
  { id, operation, handler }: Served<StagedHandler<OperationId>>,
  { audit, asked, next }: Asking,
): Promise<TextAnswer> {
  const input = await inSnapshot(context, (inner) => admit(inner, id, asked))
  const write = await handler.staged(input, next)
  const answer = await run(context, audit, operation, async (inner) =>
    write(inner, await admit(inner, id, asked)),
  )
  return lastStage(context, operation, answer, next)
}

async function readInStages(
  context: OuterContext,
  { id, operation, handler }: Served<LargeReadHandler<OperationId>>,
  { asked, next }: Asking,
): Promise<TextAnswer> {
  const answer = await inSnapshot(context, async (inner) =>
    handler.read(inner, await admit(inner, id, asked)),
  )
  return lastStage(context, operation, answer, next)
}

/** Builds an answer with turns between its steps. */
async function lastStage(
  context: OuterContext,
  operation: Operation,
  answer: (next: NextTurn) => Promise<unknown>,
  next: NextTurn,
): Promise<TextAnswer> {
  const value = await answer(next)
  await next()
  return textAnswer(operation, value, context.services.settings.extensions)
}

/** Runs a handler that reads each portion in a snapshot. */
async function inPortions(
  context: OuterContext,
  { id, operation, handler }: Served<PortionedHandler<OperationId>>,
  { asked, next }: Asking,
): Promise<TextAnswer> {
  const input = await inSnapshot(context, (inner) => admit(inner, id, asked))
  const value = await handler.portions(input, async (read) => {
    await next()
    return inSnapshot(context, async (inner) => {
      await admit(inner, id, asked)
      return read(inner)
    })
  })
  return textAnswer(operation, value, context.services.settings.extensions)
}

/** Runs a handler in a snapshot, or in a transaction with its audit entry. */
const run = <Result>(
  context: OuterContext,
  audit: Audit,
  { method, status }: Operation,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> =>
  method === 'GET'
    ? inSnapshot(context, work)
    : audit.within((note) =>
        inTransaction(context, async (inner) => {
          const result = await work(inner)
          await note(inner, status)
          return result
        }),
      )
