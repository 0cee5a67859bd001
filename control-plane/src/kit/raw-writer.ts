import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Reader } from './reader.ts'

/**
 * Returns the whole database behind a reader, for kinds and the kit, which log their writes. Families write through a
 * kind or `unlogged`; lint refuses this import there.
 */
export const rawWriter = ({ db }: { db: Reader }): Kysely<Database> => db as Kysely<Database>
