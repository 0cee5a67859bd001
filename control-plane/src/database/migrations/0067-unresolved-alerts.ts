import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Finds the unresolved alerts, which the console counts on every page of operators, among many that are resolved. */
export const unresolvedAlerts: Migration = {
  id: 67,
  name: 'unresolved-alerts',
  async up(db) {
    await sql`create index alert_unresolved on alert (time_created, id) where cause is not null`.execute(db)
  },
}
