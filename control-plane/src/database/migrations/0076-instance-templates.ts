import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Saved requests for instances, which everyone in a project can use. */
export const instanceTemplates: Migration = {
  id: 76,
  name: 'instance-templates',
  async up(db, engine) {
    const t = tables(db, engine)
    const template = t.belongsTo(t.named('instance_template'), 'project_id', 'project')
    await t.required(template, ['body']).execute()
    await t.unique('instance_template', 'project_id', 'name')
  },
}
