import { existsSync } from 'node:fs'
import { databaseOf } from '@granary/control-plane/database/session.ts'
import { sqliteSessions } from '@granary/control-plane/database/sqlite.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPostgres } from './postgres.ts'
import { openSqliteToRead } from './sqlite.ts'

/**
 * Opens the database of a URL as it is, to read it: neither makes a missing one nor brings its tables up to date.
 * @throws Error with a sentence for people when it can't be opened.
 */
export async function openToRead(url: string): Promise<Pick<OpenDatabase, 'db' | 'engine' | 'close'>> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url)
  const path = url.replace(/^file:(\/\/)?/, '')
  if (!existsSync(path)) throw new Error(`there is no database file ${path}`)
  const sqlite = openSqliteToRead(path)
  return { db: databaseOf(sqliteSessions(sqlite)), engine: 'sqlite', close: async () => sqlite.close() }
}
