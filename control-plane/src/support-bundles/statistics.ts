import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/context/reader.ts'
import { document, type Section } from './section.ts'

/** How large the database is, and what its engine counts. */
export const statisticsSections: readonly Section[] = [
  document('database.json', async ({ db, engine }) => ({
    engine,
    migrations: await rows(db, sql`select id, name from schema_version order by id`),
    ...(engine === 'postgres' ? await ofPostgres(db) : await ofSqlite(db)),
  })),
]

const rows = async <Row>(db: Reader, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(db as never)).rows

async function ofPostgres(db: Reader) {
  return {
    version: await rows(db, sql`select version()`),
    size: await rows(db, sql`select pg_database_size(current_database()) as bytes`),
    connections: await rows(
      db,
      sql`select state, wait_event_type, count(*) as count from pg_stat_activity where datname = current_database() group by 1, 2`,
    ),
    tables: await rows(
      db,
      sql`select relname, n_live_tup, n_dead_tup, seq_scan, idx_scan, n_tup_ins, n_tup_upd, n_tup_del, last_autovacuum, last_autoanalyze,
        pg_total_relation_size(relid) as bytes from pg_stat_user_tables order by relname`,
    ),
    indexes: await rows(
      db,
      sql`select relname, indexrelname, idx_scan, pg_relation_size(indexrelid) as bytes from pg_stat_user_indexes order by 1, 2`,
    ),
  }
}

async function ofSqlite(db: Reader) {
  const names = await rows(
    db,
    sql<{
      name: string
    }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
  )
  const tables: unknown[] = []
  // To count the rows of a large table would keep all requests waiting, and the largest number of a row comes close.
  for (const { name } of names)
    tables.push({
      name,
      last: await rows(db, sql`select max(rowid) as rowid from ${sql.table(name)}`).catch(() => null),
    })
  const pragma = (name: string) => rows(db, sql.raw(`pragma ${name}`))
  return {
    version: await rows(db, sql`select sqlite_version() as version`),
    pages: [
      ...(await pragma('page_count')),
      ...(await pragma('freelist_count')),
      ...(await pragma('page_size')),
    ],
    tables,
  }
}
