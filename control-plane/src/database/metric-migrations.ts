import { columns } from './columns.ts'
import type { Migration } from './migration.ts'
import { tables } from './migrations/table.ts'

const metrics: Migration = {
  id: 1,
  name: 'metrics',
  async up(db, engine) {
    const t = tables(db, engine)
    const { autoincrement, blob } = columns(engine)
    const source = t.required(autoincrement(t.create('metric_source'), 'id'), [
      'target',
      'fields',
      'silo_id',
      'project_id',
      'instance_id',
      'resource_id',
    ])
    await t.required(source, ['time_created'], t.bigint).execute()
    await t.unique('metric_source', 'target', 'fields')
    await t.index('metric_source', 'project_id')
    await t.index('metric_source', 'instance_id')
    await t.index('metric_source', 'resource_id')
    await t
      .create('metric_round')
      .addColumn('time', t.bigint, (column) => column.primaryKey())
      .execute()
    // Rounds are appended, so that a round changes few pages.
    await t
      .required(t.required(t.create('metric_reading'), ['time', 'shard'], t.bigint), ['data'], blob)
      .addPrimaryKeyConstraint('metric_reading_key', ['time', 'shard'])
      .execute()
    const block = t.required(t.create('metric_block'), ['tier', 'source_id', 'start'], t.bigint)
    await t
      .required(block, ['data'], blob)
      .addPrimaryKeyConstraint('metric_block_key', ['tier', 'source_id', 'start'])
      .execute()
    await t.index('metric_block', 'tier', 'start')
    await t
      .required(
        t.required(
          t.create('metric_lease').addColumn('id', t.integer, (column) => column.primaryKey()),
          ['holder'],
        ),
        ['until'],
        t.bigint,
      )
      .execute()
  },
}

/** The migrations of the tables of metrics, in order. Append only. */
export const metricMigrations: readonly Migration[] = [metrics]
