import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

/** The latest power request of an instance stays after its end, with the number of all so far. */
export const requestNumbers: Migration = {
  id: 60,
  name: 'request-numbers',
  async up(db, engine) {
    const { integer } = columns(engine)
    for (const [column, initial] of [
      ['number', 1],
      ['has_ended', 0],
    ] as const)
      await db.schema
        .alterTable('power_request')
        .addColumn(column, integer, (added) => added.notNull().defaultTo(initial))
        .execute()
  },
}
