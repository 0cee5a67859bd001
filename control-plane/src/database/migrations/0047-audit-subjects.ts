import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** The resource that an audited request is about, and the user that a sign-in signed in. */
export const auditSubjects: Migration = {
  id: 47,
  name: 'audit-subjects',
  async up(db, engine) {
    for (const column of [
      'resource_kind',
      'resource_id',
      'resource_name',
      'resource_silo_id',
      'resource_project_id',
      'signed_in_id',
      'signed_in_silo_id',
    ])
      await db.schema.alterTable('audit_log').addColumn(column, columns(engine).text).execute()
  },
}
