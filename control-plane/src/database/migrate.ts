import type { Migration } from './migration.ts'
import { type Kysely, sql } from 'kysely'
import type { Engine } from './columns.ts'
import { metricMigrations } from './metric-migrations.ts'
import type { MetricTables } from './metric-tables.ts'
import type { Database } from './schema.ts'
import { migration as inMigration } from './session.ts'

/** Lock id; any number that other users of the same PostgreSQL server are unlikely to use. */
const MIGRATION_LOCK = 7_240_817

/** The table with the steps that a database has had; metrics count theirs apart, also in the same database. */
type Versions = 'schema_version' | 'metric_schema_version'

/**
 * Brings the tables up to date, each step in its own transaction. Servers that start together on one PostgreSQL
 * database take turns.
 * @param migrations in the order of their ids.
 * @throws Error if a newer version of this program created the database.
 */
export async function migrate(
  db: Kysely<Database>,
  engine: Engine,
  migrations: readonly Migration[],
  versions: Versions = 'schema_version',
): Promise<void> {
  await createVersionTable(db, versions)
  const newest = migrations.at(-1)?.id ?? 0
  const version = await currentVersion(db, versions)
  if (version > newest)
    throw new Error(
      `the database has schema version ${version} and this program knows versions up to ${newest}: use a newer program`,
    )
  for (const migration of migrations.filter(({ id }) => id > version))
    // Not serializable: the snapshot would be older than the wait for the lock.
    await inMigration(db, async (inner) => {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(inner)
      if (migration.id <= (await currentVersion(inner, versions))) return
      await migration.up(inner as unknown as Kysely<unknown>, engine)
      await sql`insert into ${sql.table(versions)} (id, name) values (${migration.id}, ${migration.name})`.execute(
        inner,
      )
    })
}

/** Two servers may both find the table missing; the second one's create is then a no-op. */
async function createVersionTable(db: Kysely<Database>, versions: Versions): Promise<void> {
  try {
    await sql`create table if not exists ${sql.table(versions)} (id integer primary key, name text not null)`.execute(
      db,
    )
  } catch {
    await sql`select 1 from ${sql.table(versions)} limit 1`.execute(db)
  }
}

async function currentVersion(db: Kysely<Database>, versions: Versions): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(versions)}`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}

/** Brings the tables of metrics up to date. They may be in the main database. */
export const migrateMetrics = (db: Kysely<MetricTables>, engine: Engine): Promise<void> =>
  migrate(db as unknown as Kysely<Database>, engine, metricMigrations, 'metric_schema_version')
