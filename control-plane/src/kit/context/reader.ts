import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** A read-only database. Writes go through a kind, which logs them, or through `unlogged`. */
export type Reader = Pick<Kysely<Database>, 'selectFrom'>
