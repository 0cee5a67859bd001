import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** Refused requests that an entry of the audit log stands for, besides its own. */
export const auditRepeats: Migration = {
  id: 50,
  name: 'audit-repeats',
  async up(db, engine) {
    await db.schema
      .alterTable('audit_log')
      .addColumn('repeats', columns(engine).integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
