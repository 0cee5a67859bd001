import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { Engine } from '../database/columns.ts'
import type { Reader } from '../kit/context/reader.ts'

/** What sections are collected from. A bundle of a server that does not start has no driver. */
export type Source = {
  db: Reader
  engine: Engine
  now: () => Date
  compute?: Pick<ComputeDriver, 'facts' | 'inventory' | 'equipment' | 'list'>
}

/** One file of a bundle: its lines, of the period that begins at `since`. Nothing in it may be a secret. */
export type Section = { name: string; lines: (source: Source, since: Date) => AsyncIterable<string> }

/** A file that is one JSON document. */
export const document = (name: string, read: (source: Source, since: Date) => Promise<unknown>): Section => ({
  name,
  lines: async function* (source, since) {
    yield JSON.stringify(await read(source, since), null, 2)
  },
})

/** A file with a JSON document in each line. */
export const records = (
  name: string,
  read: (source: Source, since: Date) => AsyncIterable<unknown>,
): Section => ({
  name,
  lines: async function* (source, since) {
    for await (const each of read(source, since)) yield JSON.stringify(each)
  },
})

/** Rows of one read, so that requests wait for an embedded database for milliseconds. */
export const ROWS_AT_ONCE = 500

/**
 * Reads rows in pieces.
 * @param next reads the rows after the last one of the piece before.
 */
export async function* inPieces<Row>(
  next: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncIterable<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await next(last)
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)
  }
}
