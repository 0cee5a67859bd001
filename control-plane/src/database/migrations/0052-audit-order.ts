import { type Kysely, sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/**
 * The order in which entries of the audit log are completed, which forward readers follow: times may be equal, and those of several
 * servers differ. Triggers number the entries, so that no write can miss it. On PostgreSQL transactions count first, as in the
 * change log. There both logs get the function `log_transaction`, whose numbers go on from those of a restored database.
 */
export const auditOrder: Migration = {
  id: 52,
  name: 'audit-order',
  async up(db, engine) {
    const { bigint, index } = tables(db, engine)
    for (const column of ['transaction_id', 'seq'])
      await db.schema.alterTable('audit_log').addColumn(column, bigint).execute()
    await sql`update audit_log set transaction_id = 0, seq = earlier.place
      from (select id, row_number() over (order by time_completed, id) as place from audit_log where time_completed is not null) earlier
      where audit_log.id = earlier.id`.execute(db)
    await index('audit_log', 'transaction_id', 'seq')
    await (engine === 'postgres' ? onPostgres(db) : onSqlite(db))
  },
}

/** Completes an entry: by its insert, or by an update of an open one. */
const COMPLETIONS = [
  ['insert', sql`new.time_completed is not null`],
  ['update', sql`old.time_completed is null and new.time_completed is not null`],
] as const

async function onSqlite(db: Kysely<unknown>): Promise<void> {
  // A row of its own, because the highest number of the log would return after the deletion of its entry.
  await sql`create table audit_log_end (seq integer not null)`.execute(db)
  await sql`insert into audit_log_end select coalesce(max(seq), 0) from audit_log`.execute(db)
  for (const [event, when] of COMPLETIONS)
    await sql`create trigger ${sql.ref(`audit_log_order_${event}`)} after ${sql.raw(event)} on audit_log when ${when} begin
      update audit_log_end set seq = seq + 1;
      update audit_log set transaction_id = 0, seq = (select seq from audit_log_end) where id = new.id;
    end`.execute(db)
}

async function onPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence transaction_base`.execute(db)
  const base = `coalesce(pg_sequence_last_value('transaction_base'::regclass), 0)`
  const define = (name: string, transaction: string) =>
    sql`create function ${sql.ref(name)}() returns bigint language sql as ${sql.lit(`select ${base} + ${transaction}::text::bigint`)}`.execute(
      db,
    )
  await define('log_transaction', 'pg_current_xact_id()')
  // Every transaction with a lower number has ended.
  await define('log_horizon', 'pg_snapshot_xmin(pg_current_snapshot())')
  // Every number so far is lower.
  await define('log_end', 'pg_snapshot_xmax(pg_current_snapshot())')
  await sql`alter table change_log alter column transaction_id set default log_transaction()`.execute(db)
  await sql`create sequence audit_log_seq`.execute(db)
  await sql`select setval('audit_log_seq', (select coalesce(max(seq), 0) + 1 from audit_log))`.execute(db)
  await sql`create function place_audit_entry() returns trigger language plpgsql as ${sql.lit(`begin
    new.transaction_id := log_transaction();
    new.seq := nextval('audit_log_seq');
    return new;
  end`)}`.execute(db)
  for (const [event, when] of COMPLETIONS)
    await sql`create trigger ${sql.ref(`audit_log_order_${event}`)} before ${sql.raw(event)} on audit_log
      for each row when (${when}) execute function place_audit_entry()`.execute(db)
}
