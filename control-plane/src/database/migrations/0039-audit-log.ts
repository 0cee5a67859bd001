import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** The audit log. */
export const auditLog: Migration = {
  id: 39,
  name: 'audit-log',
  async up(db, engine) {
    const t = tables(db, engine)
    const entry = t.required(t.withId('audit_log'), [
      'time_started',
      'request_id',
      'request_uri',
      'operation_id',
      'source_ip',
      'actor_kind',
    ])
    const known = t.optional(entry, [
      'time_completed',
      'user_agent',
      'actor_id',
      'actor_silo_id',
      'auth_method',
      'credential_id',
      'result',
      'error_code',
      'error_message',
    ])
    await t.optional(known, ['http_status_code'], t.integer).execute()
    // Open entries have no time yet, so the same index finds them.
    await t.index('audit_log', 'time_completed', 'id')
  },
}
