import { openDatabase } from '@granary/server/database/open.ts'
import { sql } from 'kysely'
import type { Counted } from './count-rows.ts'

/** Counts the rows of each table of a PostgreSQL database, and the changes so far. */
export async function countPostgres(url: string): Promise<Counted> {
  const { db, close } = await openDatabase(url)
  try {
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
    const rows: Record<string, number> = {}
    for (const { name } of tables.rows) {
      const counted = await sql<{ count: string }>`select count(*) as count from ${sql.table(name)}`.execute(
        db,
      )
      rows[name] = Number(counted.rows[0]!.count)
    }
    const last = await db
      .selectFrom('change_log')
      .select((row) => row.fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
    return { rows, changes: Number(last.seq) }
  } finally {
    await close()
  }
}
