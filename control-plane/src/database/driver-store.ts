import type { DriverStore } from '@granary/compute/store.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Engine } from './columns.ts'
import { SYSTEM_ORIGIN, transaction } from './session.ts'
import type { Database } from './schema.ts'

/**
 * Stores a driver's state in the control plane's own database, so that its machines outlive the process. The texts of its
 * statements are compiled once, because each step of a machine reads or writes its record.
 */
export function driverStore(db: Kysely<Database>, engine: Engine): DriverStore {
  const record = db.selectFrom('driver_record')
  const get = record.select('value').where('key', '=', '').compile().sql
  const put = db
    .insertInto('driver_record')
    .values({ key: '', value: '' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((from) => ({ value: from.ref('excluded.value') })),
    )
    .compile().sql
  /** Writes a value in place of exactly this one. @returns whether it was still there. */
  const replace = (key: string, before: string | undefined, value: string): Promise<boolean> =>
    transaction(db, SYSTEM_ORIGIN, async (inner) => {
      const written =
        before === undefined
          ? await inner
              .insertInto('driver_record')
              .values({ key, value })
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst()
          : await inner
              .updateTable('driver_record')
              .set({ value })
              .where('key', '=', key)
              .where('value', '=', before)
              .executeTakeFirst()
      return ('numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows) === 1n
    })
  return {
    async get(key) {
      const { rows } = await db.executeQuery<{ value: string }>(CompiledQuery.raw(get, [key]))
      return rows[0] && JSON.parse(rows[0].value)
    },
    async put(key, value) {
      const query = CompiledQuery.raw(put, [key, JSON.stringify(value)])
      // SQLite commits transactions in groups. On PostgreSQL the statement alone is one, with a third of the round trips.
      if (engine === 'sqlite') await transaction(db, SYSTEM_ORIGIN, (inner) => inner.executeQuery(query))
      else await db.executeQuery(query)
    },
    async delete(key) {
      await db.deleteFrom('driver_record').where('key', '=', key).execute()
    },
    async update(key, change) {
      for (;;) {
        const { rows } = await db.executeQuery<{ value: string }>(CompiledQuery.raw(get, [key]))
        const before = rows[0]?.value
        const after = change(before === undefined ? undefined : JSON.parse(before))
        // Another writer's change makes this one write nothing, and begin again from there.
        if (await replace(key, before, JSON.stringify(after))) return after
      }
    },
    async list(prefix) {
      const rows = await record
        .selectAll()
        .where('key', '>=', prefix)
        // No driver key contains a character above this one.
        .where('key', '<', `${prefix}\u{10ffff}`)
        .orderBy('key')
        .execute()
      return rows.map((row) => ({ key: row.key, value: JSON.parse(row.value) }))
    },
  }
}
