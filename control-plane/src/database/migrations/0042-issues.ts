import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Snoozed issues, and an index that finds the waiting instances of a project among a million. */
export const issues: Migration = {
  id: 42,
  name: 'issues',
  async up(db, engine) {
    const t = tables(db, engine)
    const snooze = t.belongsTo(t.create('issue_snooze'), 'user_id', 'silo_user', 'cascade')
    await t.required(snooze, ['issue', 'until']).execute()
    await t.unique('issue_snooze', 'user_id', 'issue')
    await t.index('issue_snooze', 'until')
    await sql`create index instance_waiting on instance (project_id, name) where start_problem is not null`.execute(
      db,
    )
  },
}
