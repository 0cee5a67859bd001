import { type Kysely, sql } from 'kysely'
import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/**
 * What moves the items of a bulk job from one state to another in portions, and how far it has come. Bulk jobs outlive their user,
 * and expire: to delete a user took as long as to delete 100,000 items with them.
 */
export const bulkPortions: Migration = {
  id: 59,
  name: 'bulk-portions',
  async up(db, engine) {
    const { text } = columns(engine)
    for (const column of ['moving', 'moved_to'])
      await db.schema.alterTable('bulk_job').addColumn(column, text).execute()
    if (engine === 'postgres')
      await sql`alter table bulk_job drop constraint bulk_job_user_id_fkey`.execute(db)
    else await withoutUserKey(db)
  },
}

/** SQLite can't drop a foreign key, so both tables are made again: the items refer to the jobs. */
async function withoutUserKey(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    type: string
    name: string
    sql: string
  }>`select type, name, sql from sqlite_master
    where tbl_name in ('bulk_job', 'bulk_job_item') and sql is not null order by name`.execute(db)
  for (const { type, name, sql: text } of rows)
    if (type === 'table') {
      await sql`alter table ${sql.table(name)} rename to ${sql.table(`old_${name}`)}`.execute(db)
      await sql.raw(text.replace(/ references "silo_user" \("id"\) on delete cascade/i, '')).execute(db)
      await sql`insert into ${sql.table(name)} select * from ${sql.table(`old_${name}`)}`.execute(db)
    }
  for (const name of ['old_bulk_job_item', 'old_bulk_job'])
    await sql`drop table ${sql.table(name)}`.execute(db)
  for (const { type, sql: text } of rows) if (type === 'index') await sql.raw(text).execute(db)
}
