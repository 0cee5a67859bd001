import { type Kysely, sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { type Tables, tables } from './table.ts'

/** Images, instances, disks, snapshots, anti-affinity groups. */
export const compute: Migration = {
  id: 2,
  name: 'compute',
  async up(db, engine) {
    const t = tables(db, engine)
    await createInstances(t)
    await createDisks(t)
    await createSnapshots(t)
    await createImages(t, db)
    await createAntiAffinityGroups(t)
  },
}

async function createInstances(t: Tables): Promise<void> {
  const instance = t
    .required(t.belongsTo(t.named('instance'), 'project_id', 'project'), [
      'hostname',
      'run_state',
      'time_run_state_updated',
      'wanted_state',
      'user_data',
    ])
    .$call((table) => t.required(table, ['ncpus', 'memory'], t.bigint))
    .$call((table) => t.required(table, ['reboots_wanted', 'enable_jumbo_frames', 'charged'], t.integer))
  await t
    .optional(instance, [
      'boot_disk_id',
      'auto_restart_policy',
      'time_last_auto_restarted',
      'cpu_platform',
      'sled_id',
    ])
    .execute()
  await t.unique('instance', 'project_id', 'name')
  await t.index('instance', 'project_id', 'id')
  await t.index('instance', 'sled_id')
  let keys = t.belongsTo(t.create('instance_ssh_key'), 'instance_id', 'instance', 'cascade')
  keys = t.belongsTo(keys, 'ssh_key_id', 'ssh_key', 'cascade')
  await keys.addPrimaryKeyConstraint('instance_ssh_key_key', ['instance_id', 'ssh_key_id']).execute()
}

async function createDisks(t: Tables): Promise<void> {
  const disk = t
    .required(t.belongsTo(t.named('disk'), 'project_id', 'project'), ['disk_type', 'source', 'state'])
    .$call((table) => t.required(table, ['size', 'block_size'], t.bigint))
    .$call((table) => t.required(table, ['read_only'], t.integer))
    .$call((table) => t.mayReferTo(table, 'instance_id', 'instance'))
  // A disk outlives its source image or snapshot, and still shows the source's id.
  await t.optional(disk, ['image_id', 'snapshot_id']).execute()
  await t.unique('disk', 'project_id', 'name')
  await t.index('disk', 'project_id', 'id')
  await t.index('disk', 'instance_id', 'name')
}

async function createSnapshots(t: Tables): Promise<void> {
  const snapshot = t
    .required(t.belongsTo(t.named('snapshot'), 'project_id', 'project'), ['disk_id', 'state'])
    .$call((table) => t.required(table, ['size', 'block_size'], t.bigint))
  await snapshot.execute()
  await t.unique('snapshot', 'project_id', 'name')
  await t.index('snapshot', 'project_id', 'id')
}

async function createImages(t: Tables, db: Kysely<unknown>): Promise<void> {
  const image = t
    .belongsTo(t.named('image'), 'silo_id', 'silo')
    .addColumn('project_id', t.text, (column) => column.references('project.id').onDelete('restrict'))
    .$call((table) => t.required(table, ['os', 'version']))
    .$call((table) => t.required(table, ['size', 'block_size'], t.bigint))
    .addColumn('digest', t.text)
  await image.execute()
  // One index per scope: a unique index does not cover nulls.
  await db.schema
    .createIndex('image_by_project_id_name')
    .on('image')
    .columns(['project_id', 'name'])
    .unique()
    .where(sql.ref('project_id'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('image_by_silo_id_name')
    .on('image')
    .columns(['silo_id', 'name'])
    .unique()
    .where(sql.ref('project_id'), 'is', null)
    .execute()
}

async function createAntiAffinityGroups(t: Tables): Promise<void> {
  await t
    .required(t.belongsTo(t.named('anti_affinity_group'), 'project_id', 'project'), [
      'policy',
      'failure_domain',
    ])
    .execute()
  await t.unique('anti_affinity_group', 'project_id', 'name')
  let members = t.belongsTo(
    t.create('anti_affinity_group_member'),
    'group_id',
    'anti_affinity_group',
    'cascade',
  )
  members = t.belongsTo(members, 'instance_id', 'instance', 'cascade')
  await members
    .addPrimaryKeyConstraint('anti_affinity_group_member_key', ['group_id', 'instance_id'])
    .execute()
  await t.index('anti_affinity_group_member', 'instance_id')
}
