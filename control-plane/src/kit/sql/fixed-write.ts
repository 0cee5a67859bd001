import type { Context } from '../context/context.ts'
import { untypedWriter } from './any-table.ts'
import { deferredWrite, fixedWrite } from './fixed-query.ts'

/** Texts are few, because the columns come from the code, and because many rows go in blocks of two sizes. */
const MAX_ROWS = 8
const LARGE_BLOCK = 64

type Row = Record<string, unknown>

/**
 * Inserts rows with a text that is compiled once, for tables that many requests write: compiling takes longer than the insert.
 * All rows have the same columns.
 * @param timing `deferred` for rows that the transaction doesn't read again, and that can't fail by themselves.
 */
export async function fixedInsert(
  context: Pick<Context, 'db' | 'engine'>,
  table: string,
  rows: readonly object[],
  timing: 'now' | 'deferred' = 'now',
): Promise<void> {
  for (const block of blocksOf(rows)) await insertBlock(context, table, block, timing)
}

/** Writes whole rows that exist, in the same way: one statement for many rows takes less time than one for each. */
export async function fixedReplace(
  context: Pick<Context, 'db' | 'engine'>,
  table: string,
  rows: readonly (object & { id: string })[],
): Promise<void> {
  for (const block of blocksOf(rows)) await insertBlock(context, table, block, 'replacing')
}

function* blocksOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  let at = 0
  while (at < rows.length) {
    const size = rows.length - at >= LARGE_BLOCK ? LARGE_BLOCK : MAX_ROWS
    yield rows.slice(at, at + size)
    at += size
  }
}

async function insertBlock(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  table: string,
  rows: readonly object[],
  timing: 'now' | 'deferred' | 'replacing',
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const query = () => {
    const insert = untypedWriter({ db })
      .insertInto(table)
      .values(rows.map((row): Row => ({ ...row })))
    if (timing !== 'replacing') return insert
    const others = columns.filter((column) => column !== 'id')
    return insert.onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((from) =>
          Object.fromEntries(others.map((column) => [column, from.ref(`excluded.${column}`)])),
        ),
    )
  }
  const values = rows.flatMap((row) => columns.map((column) => (row as Row)[column]))
  // Kysely leaves out a column without a value.
  if (values.includes(undefined)) {
    await query().execute()
    return
  }
  const kind = timing === 'replacing' ? 'replace' : 'insert'
  const text = [fixedInsert, `${kind} ${table} ${rows.length} ${columns.join(' ')}`] as const
  if (timing === 'deferred') await deferredWrite({ db, engine }, table, text, query, values)
  else await fixedWrite({ db, engine }, text, query, values)
}

/**
 * Updates the row with an id, with a text that is compiled once for each set of columns. Columns come from the code, so the texts
 * are few.
 */
export async function fixedUpdate(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  table: string,
  id: string,
  given: object,
): Promise<void> {
  // Kysely leaves out a column without a value.
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  const query = () =>
    untypedWriter({ db }).updateTable(table).set(Object.fromEntries(entries)).where('id', '=', id)
  if (entries.length > 0 && entries.every(([, value]) => isPlain(value))) {
    const key = `${table} ${entries.map(([column]) => column).join(' ')}`
    const values = entries.map(([, value]) => value)
    await fixedWrite({ db, engine }, [fixedUpdate, key], query, [...values, id])
  } else await query().execute()
}

/** Whether a value is a parameter of the text, and no expression. */
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
