import type { Migration } from '../migration.ts'

/** Whether a session lacks a second factor is read with its user: a silo may begin to require one at any time. */
export const secondFactorNow: Migration = {
  id: 32,
  name: 'second-factor-now',
  async up(db) {
    await db.schema.alterTable('session').dropColumn('needs_second_factor').execute()
  },
}
