import { CompiledQuery, type Selectable } from 'kysely'
import type { Engine } from '../database/columns.ts'
import type { Database } from '../database/schema.ts'
import { rawWriter } from './raw-writer.ts'
import type { Reader } from './reader.ts'
import { type Unlogged, unlogged } from './unlogged.ts'

/** SQL texts by engine, table and columns. */
const texts = new Map<string, string>()

/**
 * Inserts a whole row into an unlogged table with a text that is compiled once, for rows that many requests write: compiling
 * takes longer than the insert.
 */
export async function insertUnlogged<Table extends Unlogged>(
  { db, engine }: { db: Reader; engine: Engine },
  table: Table,
  row: Selectable<Database[Table]>,
): Promise<void> {
  const key = `${engine} ${table} ${Object.keys(row).join(' ')}`
  let text = texts.get(key)
  if (text === undefined) {
    text = unlogged({ db })
      .insertInto(table)
      .values(row as never)
      .compile().sql
    texts.set(key, text)
  }
  await rawWriter({ db }).executeQuery(CompiledQuery.raw(text, Object.values(row)))
}
