import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Lists of a project that are sorted by size, at any number of rows. */
export const sortedLists: Migration = {
  id: 77,
  name: 'sorted-lists',
  async up(db, engine) {
    const t = tables(db, engine)
    for (const table of ['disk', 'snapshot', 'image']) await t.index(table, 'project_id', 'size', 'id')
    await t.index('instance', 'project_id', 'memory', 'id')
    await t.index('instance', 'project_id', 'ncpus', 'id')
  },
}
