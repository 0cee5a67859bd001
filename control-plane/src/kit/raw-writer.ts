import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Reader } from './reader.ts'

/**
 * Gives the whole database behind a reader, for kinds and the kit, which log what they write. Families call the kind or
 * `unlogged`; lint keeps this from them.
 */
export const rawWriter = ({ db }: { db: Reader }): Kysely<Database> => db as Kysely<Database>
