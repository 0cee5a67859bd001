import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** One-time codes as a second factor, recovery codes, and silos that require them. */
export const secondFactor: Migration = {
  id: 23,
  name: 'second-factor',
  async up(db, engine) {
    const t = tables(db, engine)
    const ofUser = (table: string) =>
      t
        .create(table)
        .addColumn('user_id', t.text, (column) =>
          column.notNull().references('silo_user.id').onDelete('cascade'),
        )
    await t
      .optional(t.required(ofUser('second_factor'), ['secret', 'time_created']), ['time_confirmed'])
      .addColumn('last_step', t.bigint, (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('second_factor_key', ['user_id'])
      .execute()
    await t
      .required(ofUser('recovery_code'), ['code_hash'])
      .addPrimaryKeyConstraint('recovery_code_key', ['user_id', 'code_hash'])
      .execute()
    const flags = [
      ['session', 'needs_second_factor'],
      ['silo_auth_settings', 'second_factor_required'],
    ] as const
    for (const [table, column] of flags)
      await db.schema
        .alterTable(table)
        .addColumn(column, t.integer, (flag) => flag.notNull().defaultTo(0))
        .execute()
  },
}
