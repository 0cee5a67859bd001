import { openDatabase } from '@granary/server/database/open.ts'
import { sql } from 'kysely'
import { round } from '../report.ts'
import type { Counted } from './count-rows.ts'

const MiB = 2 ** 20

/** Counts the rows of each table of a PostgreSQL database, the changes so far, and what the database uses. */
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
    const used = await sql<{ bytes: number; connections: number; dead: number }>`
      select pg_database_size(current_database()) as bytes,
        (select count(*) from pg_stat_activity where datname = current_database()) as connections,
        (select sum(n_dead_tup)::bigint from pg_stat_user_tables) as dead`.execute(db)
    const { bytes, connections, dead } = used.rows[0]!
    const figures = {
      'main database (MiB)': round(bytes / MiB),
      'connections to the database': connections,
      'dead rows (estimated)': dead,
    }
    return { rows, changes: Number(last.seq), figures }
  } finally {
    await close()
  }
}
