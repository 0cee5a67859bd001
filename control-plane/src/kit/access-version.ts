import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { rawWriter } from './raw-writer.ts'
import type { Reader } from './reader.ts'

/** Compiled once for each engine's dialect, because every request runs it. */
const compiled = new WeakMap<Kysely<Database>, CompiledQuery<{ version: unknown }>>()

/**
 * Returns a value that differs after every committed change of users, roles, groups, sessions and tokens, by this
 * server or another one. Triggers of the database count these changes.
 */
export async function accessVersion(reader: Reader): Promise<string> {
  const db = rawWriter({ db: reader })
  let query = compiled.get(db)
  if (!query) {
    query = db
      .selectFrom('access_version')
      .select((row) => row.fn.sum('version').as('version'))
      .compile()
    compiled.set(db, query)
  }
  const { rows } = await db.executeQuery(query)
  return String(rows[0]?.version)
}
