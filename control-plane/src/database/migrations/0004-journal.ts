import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { columns } from '../columns.ts'
import { tables } from './table.ts'

/** The change log, the tasks, the drivers' state, and the limit on failed sign-ins. */
export const journal: Migration = {
  id: 4,
  name: 'journal',
  async up(db, engine) {
    const t = tables(db, engine)
    const transactionId = engine === 'postgres' ? sql`(pg_current_xact_id()::text::bigint)` : sql`0`
    const changes = columns(engine)
      .autoincrement(t.create('change_log'), 'seq')
      .addColumn('transaction_id', t.bigint, (column) => column.notNull().defaultTo(transactionId))
    await t
      .optional(
        t.required(changes, [
          'time',
          'request_id',
          'operation',
          'actor_kind',
          'kind',
          'action',
          'resource_id',
        ]),
        ['actor_id', 'name', 'silo_id', 'project_id', 'parent_id', 'before', 'after'],
      )
      .execute()
    await t.index('change_log', 'transaction_id', 'seq')
    await t.index('change_log', 'resource_id', 'seq')
    const task = t.required(t.withId('task'), ['kind', 'key', 'payload', 'run_at', 'time_created'])
    await t
      .optional(t.required(task, ['attempts', 'revision'], t.integer), [
        'leased_by',
        'lease_until',
        'last_error',
      ])
      .execute()
    await t.unique('task', 'kind', 'key')
    await t.index('task', 'run_at')
    await t
      .create('driver_record')
      .addColumn('key', t.text, (column) => column.primaryKey())
      .addColumn('value', t.text, (column) => column.notNull())
      .execute()
    await t
      .required(
        t.create('sign_in_attempt').addColumn('key', t.text, (column) => column.primaryKey()),
        ['time_first'],
      )
      .addColumn('failures', t.integer, (column) => column.notNull())
      .execute()
  },
}
