import type { DriverStore } from '@granary/compute/store.ts'
import type { Kysely } from 'kysely'
import type { Engine } from './columns.ts'
import { transaction } from './retry.ts'
import type { Database } from './schema.ts'

/** Stores a driver's state in the control plane's own database, so that its machines outlive the process. */
export const driverStore = (db: Kysely<Database>, engine: Engine): DriverStore => ({
  async get(key) {
    const row = await db.selectFrom('driver_record').select('value').where('key', '=', key).executeTakeFirst()
    return row && (JSON.parse(row.value) as unknown)
  },
  async put(key, value) {
    const text = JSON.stringify(value)
    await transaction(db, engine, (inner) =>
      inner
        .insertInto('driver_record')
        .values({ key, value: text })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
        .execute(),
    )
  },
  async delete(key) {
    await db.deleteFrom('driver_record').where('key', '=', key).execute()
  },
  async list(prefix) {
    const rows = await db
      .selectFrom('driver_record')
      .selectAll()
      .where('key', '>=', prefix)
      // No driver key contains a character above this one.
      .where('key', '<', `${prefix}\u{10ffff}`)
      .orderBy('key')
      .execute()
    return rows.map((row) => ({ key: row.key, value: JSON.parse(row.value) as unknown }))
  },
})
