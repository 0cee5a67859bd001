import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { tables } from './table.ts'

/** Snoozed issues, and indexes that find issues among a million resources. */
export const issues: Migration = {
  id: 42,
  name: 'issues',
  async up(db, engine) {
    const t = tables(db, engine)
    const snooze = t.belongsTo(t.create('issue_snooze'), 'user_id', 'silo_user', 'cascade')
    await t.required(snooze, ['issue', 'until']).execute()
    await t.unique('issue_snooze', 'user_id', 'issue')
    await t.index('issue_snooze', 'until')
    await sql`create index external_ip_unused on external_ip (project_id, name)
      where kind = 'floating' and instance_id is null`.execute(db)
  },
}
