import { type Kysely, sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/**
 * A number that grows with every change of users, roles, groups, sessions and tokens, so that servers know when the
 * callers that they remember are out of date. Triggers count, so no write can miss it, cascades included.
 */
export const accessVersion: Migration = {
  id: 17,
  name: 'access-version',
  async up(db, engine) {
    const t = tables(db, engine)
    await t
      .create('access_version')
      .addColumn('shard', t.integer, (column) => column.primaryKey())
      .addColumn('version', t.bigint, (column) => column.notNull())
      .execute()
    const shards = engine === 'postgres' ? SHARDS : 1
    for (let shard = 0; shard < shards; shard++)
      await sql`insert into access_version (shard, version) values (${sql.lit(shard)}, 0)`.execute(db)
    await (engine === 'postgres' ? postgresTriggers(db) : sqliteTriggers(db))
  },
}

/** Connections of PostgreSQL count in different rows, so that they seldom conflict. The sum is the version. */
const SHARDS = 64

/** Tables that decide what a caller may do. New users, sessions and tokens concern no remembered caller. */
const VERSIONED_TABLES: Record<string, Change[]> = {
  silo: ['update', 'delete'],
  silo_user: ['update', 'delete'],
  silo_group_member: ['insert', 'update', 'delete'],
  role_assignment: ['insert', 'update', 'delete'],
  session: ['update', 'delete'],
  access_token: ['update', 'delete'],
}
type Change = 'insert' | 'update' | 'delete'

const changes = () =>
  Object.entries(VERSIONED_TABLES).flatMap(([table, events]) => events.map((event) => ({ table, event })))

/** The use of a session changes nothing but the time of its last use. */
const isUse = ({ table, event }: { table: string; event: Change }) =>
  table === 'session' && event === 'update'

async function sqliteTriggers(db: Kysely<unknown>): Promise<void> {
  for (const change of changes()) {
    const name = sql.ref(`access_version_${change.table}_${change.event}`)
    const when = isUse(change) ? sql`when old.time_last_used = new.time_last_used` : sql``
    await sql`create trigger ${name} after ${sql.raw(change.event)} on ${sql.table(change.table)} ${when}
      begin update access_version set version = version + 1; end`.execute(db)
  }
}

async function postgresTriggers(db: Kysely<unknown>): Promise<void> {
  const count = (name: string, condition: string) =>
    sql`create function ${sql.ref(name)}() returns trigger language plpgsql as ${sql.lit(`begin
      if exists (${condition}) then
        update access_version set version = version + 1 where shard = pg_backend_pid() % ${SHARDS};
      end if;
      return null;
    end`)}`.execute(db)
  await count('count_access_change', 'select 1 from changed')
  await count(
    'count_session_change',
    'select 1 from changed join later using (id) where changed.time_last_used = later.time_last_used',
  )
  for (const change of changes()) {
    const { table, event } = change
    const rows = isUse(change)
      ? sql`old table as changed new table as later`
      : sql.raw(`${event === 'insert' ? 'new' : 'old'} table as changed`)
    const counter = sql.raw(isUse(change) ? 'count_session_change' : 'count_access_change')
    await sql`create trigger ${sql.ref(`access_version_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${rows} for each statement execute function ${counter}()`.execute(db)
  }
}
