import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'

const TAGGED = [
  'affinity_group',
  'anti_affinity_group',
  'disk',
  'external_ip',
  'external_subnet',
  'image',
  'instance',
  'internet_gateway',
  'snapshot',
  'vpc',
  'vpc_router',
  'vpc_subnet',
]

/**
 * Tags of the resources of a project. They are a column of each: so a list reads them with its rows, the change log has them, and
 * they go with their resource.
 */
export const tags: Migration = {
  id: 71,
  name: 'tags',
  async up(db, engine) {
    const { text } = columns(engine)
    for (const table of TAGGED)
      await db.schema
        .alterTable(table)
        .addColumn('tags', text, (column) => column.notNull().defaultTo('{}'))
        .execute()
  },
}
