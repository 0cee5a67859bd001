import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Support bundles, and the bytes of their zip files. */
export const supportBundles: Migration = {
  id: 69,
  name: 'support-bundles',
  async up(db, engine) {
    const t = tables(db, engine)
    const { blob } = columns(engine)
    const texts = ['state', 'reason_for_creation', 'since', 'files', 'time_created', 'time_modified']
    const bundle = t.required(t.withId('support_bundle'), texts)
    const counted = t.required(bundle, ['progress', 'attempts'], t.integer)
    await t
      .optional(t.optional(counted, ['size'], t.integer), [
        'reason_for_failure',
        'user_comment',
        'time_completed',
      ])
      .execute()
    await t.index('support_bundle', 'time_created', 'id')
    const part = t.required(
      t.belongsTo(t.create('support_bundle_part'), 'bundle_id', 'support_bundle'),
      ['place'],
      t.integer,
    )
    await t
      .required(part, ['bytes'], blob as typeof t.text)
      .addPrimaryKeyConstraint('support_bundle_part_key', ['bundle_id', 'place'] as never)
      .execute()
  },
}
