import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Indexes that hold only the strict groups, in the order in which checks of the whole fleet read them. */
export const strictGroups: Migration = {
  id: 44,
  name: 'strict-groups',
  async up(db) {
    for (const table of ['anti_affinity_group', 'affinity_group'])
      await sql`create index ${sql.id(`${table}_strict`)} on ${sql.table(table)} (id) where policy = 'fail'`.execute(
        db,
      )
  },
}
