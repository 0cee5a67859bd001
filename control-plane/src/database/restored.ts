import { type Kysely, sql } from 'kysely'
import type { Engine } from './columns.ts'
import type { Database } from './schema.ts'

/**
 * Lets the logs go on after a dump was restored into another PostgreSQL server, which counts its transactions from its own beginning:
 * new entries would come before old ones, and readers who follow a log would miss them.
 */
export async function continueLogs(db: Kysely<Database>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`select setval('transaction_base', newest) from (
      select greatest((select max(transaction_id) from change_log), (select max(transaction_id) from audit_log)) as newest
    ) logs where newest >= log_end()`.execute(db)
}
