import type { OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { writerOf } from '@granary/contract/writer.ts'
import { z } from 'zod'
import { Places } from '../database/places.ts'
import type { Handler, Input, KeptHandler, NextTurn, RequestOf } from '../kinds/handler.ts'
import { TextAnswer } from '../kit/answer.ts'
import type { Context, OuterContext } from '../kit/context.ts'
import { freshnessOf, hasOneConnection } from '../kit/freshness.ts'
import { laneOf } from '../kit/lane.ts'
import { inSnapshot } from '../kit/transaction.ts'

/** Rows that are read, and written as text, in one turn of the event loop. */
export const ROWS_AT_ONCE = 1_000

type ListHandler = Handler<OperationId> | KeptHandler<OperationId>
type Page = { items: unknown[]; nextPage: string | null }
type PageRequest = { query: { limit?: number; pageToken?: string | null } }

/** A list that one request reads, and how it admits the caller. */
export type Long = {
  operation: Operation
  handler: ListHandler
  asked: RequestOf<OperationId>
  admitted: (inner: Context, asked: RequestOf<OperationId>) => Promise<Input<OperationId>>
  /** Ends a turn of the event loop. */
  next: NextTurn
}

/** From this many rows on, a page takes so long that only a few are made at once. */
const MANY_ROWS = 200

/** Whether a request asks for a page that takes a large part of a turn of the event loop. */
export const isLargePage = (operation: Operation, asked: RequestOf<OperationId>): boolean =>
  ((asked as PageRequest).query.limit ?? 0) > MANY_ROWS && isList(operation)

/** Whether a request asks for a page that is longer than one turn of the event loop should take. */
export const isLongList = (operation: Operation, asked: RequestOf<OperationId>): boolean =>
  ((asked as PageRequest).query.limit ?? 0) > ROWS_AT_ONCE && isList(operation)

/** Whether an operation answers with pages. */
export const isList = ({ method, query, response }: Operation): boolean =>
  method === 'GET' &&
  'pageToken' in query.shape &&
  response instanceof z.ZodObject &&
  'items' in response.shape &&
  'nextPage' in response.shape

/** Long pages that are put together at once: each takes up to 20 MB of memory, and hundreds may be requested. */
export const LONG_PAGES = new Places(4)

/**
 * Answers with a long page whose rows are all of one state of the database, and lets other requests go on between its portions:
 * 10,000 rows take 0.1 seconds.
 */
export const longList = (context: OuterContext, long: Long): Promise<TextAnswer> =>
  LONG_PAGES.run(laneOf(context), () => putTogether(context, long))

async function putTogether(context: OuterContext, long: Long): Promise<TextAnswer> {
  const parts = (await readInPortions(context, long)) ?? [await readWhole(context, long)]
  const write = writerOf(long.operation.response as z.ZodType, context.services.settings.extensions)
  const last = parts.at(-1)!
  const texts: string[] = []
  for (const { items } of parts)
    for (let at = 0; at < items.length; at += ROWS_AT_ONCE) {
      texts.push(textOfItems(write, items.slice(at, at + ROWS_AT_ONCE)))
      await long.next()
    }
  const empty = write({ ...last, items: [] })
  const text = `${START}${texts.join(',')}${empty.slice(START.length)}`
  return new TextAnswer(long.operation.status, text, { 'content-type': 'application/json' })
}

/** The contract begins every page with its items. */
const START = '{"items":['

function textOfItems(write: (value: unknown) => string, items: readonly unknown[]): string {
  const rest = write({ items: [], nextPage: null }).slice(START.length)
  return write({ items, nextPage: null }).slice(START.length, -rest.length)
}

const readWhole = (context: OuterContext, long: Long): Promise<Page> =>
  inSnapshot(context, (inner) => readPage(inner, long, long.asked))

/**
 * Reads a page in portions. On PostgreSQL they share a snapshot. On SQLite a snapshot would keep the one connection from all others,
 * so each portion has its own, and in the end all of them must still be what a new snapshot would read.
 * @returns null if something changed between the portions.
 */
function readInPortions(context: OuterContext, long: Long): Promise<Page[] | null> {
  if (!hasOneConnection(context))
    return inSnapshot(context, (inner) => portionsOf(long, (asked) => readPage(inner, long, asked)))
  return readUnchanged(context, long)
}

async function readUnchanged(context: OuterContext, long: Long): Promise<Page[] | null> {
  const unchanged: (() => boolean)[] = []
  const pages = await portionsOf(long, async (asked) =>
    inSnapshot(context, async (inner) => {
      const freshness = await freshnessOf(inner)
      const page = await readPage(inner, long, asked)
      const stamp = freshness.stamp()
      unchanged.push(() => freshness.isCurrent(stamp))
      return page
    }),
  )
  return unchanged.every((holds) => holds()) ? pages : null
}

async function portionsOf(
  { asked, next }: Long,
  read: (asked: RequestOf<OperationId>) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  let left = (asked as PageRequest).query.limit!
  let pageToken = (asked as PageRequest).query.pageToken ?? null
  for (;;) {
    const limit = Math.min(left, ROWS_AT_ONCE)
    const page = await read(withQuery(asked, { limit, pageToken }))
    // The token of a page without rows is that of the last row.
    pages.push(pages.length > 0 && page.items.length === 0 ? { ...page, nextPage: pageToken } : page)
    left -= limit
    if (left === 0 || page.items.length < limit || page.nextPage === null) return pages
    pageToken = page.nextPage
    await next()
  }
}

const withQuery = (asked: RequestOf<OperationId>, query: PageRequest['query']): RequestOf<OperationId> =>
  ({ ...asked, query: { ...asked.query, ...query } }) as RequestOf<OperationId>

async function readPage(
  inner: Context,
  { handler, admitted }: Long,
  asked: RequestOf<OperationId>,
): Promise<Page> {
  const input = await admitted(inner, asked)
  const handle = 'kept' in handler ? handler.kept : handler
  return (await handle(inner, input)) as Page
}
