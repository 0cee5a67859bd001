import { type Kysely, sql } from 'kysely'
import type { Engine } from './columns.ts'
import type { Database } from './schema.ts'

/** One numbered step of the schema. Released ones are never changed, only followed by others. */
export type Migration = {
  id: number
  name: string
  up: (db: Kysely<unknown>, engine: Engine) => Promise<void>
}

/** Any number that other users of the same PostgreSQL server are unlikely to lock. */
const MIGRATION_LOCK = 7_240_817

/**
 * Brings the tables up to date, each step in a transaction of its own. Servers that start together on one PostgreSQL
 * take turns.
 * @param migrations in the order of their ids.
 * @throws Error when the database was made by a newer version of this program.
 */
export async function migrate(
  db: Kysely<Database>,
  engine: Engine,
  migrations: readonly Migration[],
): Promise<void> {
  await createVersionTable(db)
  const newest = migrations.at(-1)?.id ?? 0
  const version = await currentVersion(db)
  if (version > newest)
    throw new Error(
      `the database has schema version ${version} and this program knows versions up to ${newest}: use a newer program`,
    )
  for (const migration of migrations.filter(({ id }) => id > version))
    // Not serializable: that would look at the tables as they were before the wait for the lock.
    await db.transaction().execute(async (inner) => {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(inner)
      if (migration.id <= (await currentVersion(inner))) return
      await migration.up(inner as unknown as Kysely<unknown>, engine)
      await sql`insert into schema_version (id, name) values (${migration.id}, ${migration.name})`.execute(
        inner,
      )
    })
}

/** Two servers may both find that it is missing; the one that comes second finds it there. */
async function createVersionTable(db: Kysely<Database>): Promise<void> {
  try {
    await sql`create table if not exists schema_version (id integer primary key, name text not null)`.execute(
      db,
    )
  } catch {
    await sql`select 1 from schema_version limit 1`.execute(db)
  }
}

async function currentVersion(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from schema_version`.execute(db)
  return rows[0]?.id ?? 0
}
