import { oneConnectionOf } from '../database/one-connection.ts'
import type { Context } from './context.ts'
import { rawWriter } from './raw-writer.ts'

/**
 * Returns a value that differs after every write to the database that a query could see: two snapshots of one version find the
 * same rows. Null on PostgreSQL, which other servers write to.
 */
export const databaseVersion = (context: Pick<Context, 'db'>): number | null =>
  oneConnectionOf(rawWriter(context))?.version() ?? null
