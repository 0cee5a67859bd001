import type { BulkJobItem, BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import { diskServerOutcome, snapshotReason } from '@granary/domain/disk-states.ts'
import { type InstanceServerAction, instanceServerOutcome } from '@granary/domain/instance-outcomes.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import { snapshotDeleteReason } from '@granary/domain/snapshot-states.ts'
import type { z } from 'zod'
import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { visibleResources } from './names.ts'

type Again = NonNullable<z.output<typeof BulkJobItem>['again']>
/** Returns the resources whose current state would be refused; some will leave it by themselves. */
type Refusals = (context: Context, ids: readonly string[]) => Promise<string[]>

/** Returns what a retry of each failed item of a job would lead to at present. */
export async function retryOutcomes(
  context: Context,
  job: BulkJobRow,
  items: readonly BulkJobItemRow[],
): Promise<Map<string, Again>> {
  const failed = items.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return new Map()
  const operation = job.operation
  const ids = failed.map((item) => item.resource_id)
  // The caller may delete the project or silo, so all of it is visible; a retry reports missing resources itself.
  const visible = operation.endsWith('_delete_with_contents')
    ? new Set(ids)
    : await visibleResources(context, operation, ids)
  const refused = new Set(await REFUSALS[operation]?.(context, ids))
  return new Map(
    failed.map((item) => {
      const { resource_id: id, error_code: code } = item
      // The member exists, but is no longer in the group.
      if (!visible.has(id) || saysGone(item)) return [id, 'gone']
      const hopeless = refused.has(id) || code === 'Forbidden' || code === 'ObjectNotFound'
      return [id, hopeless ? 'refused' : 'may_help']
    }),
  )
}

const saysGone = (item: BulkJobItemRow): boolean =>
  item.error_code === 'ObjectNotFound' && Boolean(item.message?.includes(item.resource_id))

const refuses = (action: InstanceServerAction, state: InstanceState): boolean =>
  typeof instanceServerOutcome(action, state) === 'object'

const instancesIn =
  (action: InstanceServerAction): Refusals =>
  async ({ db }, ids) => {
    const rows = await db.selectFrom('instance').select(['id', 'run_state']).where('id', 'in', ids).execute()
    return rows.filter(({ run_state }) => refuses(action, run_state)).map(({ id }) => id)
  }

const instancesThatStay: Refusals = async ({ db }, ids) => {
  const rows = await db
    .selectFrom('instance')
    .select(['id', 'run_state', 'deletion_protected'])
    .where('id', 'in', ids)
    .execute()
  return rows
    .filter((row) => row.deletion_protected === 1 || refuses('delete', row.run_state))
    .map(({ id }) => id)
}

const imagesThatAre =
  (where: 'in a project' | 'in the silo'): Refusals =>
  async ({ db }, ids) => {
    const rows = await db.selectFrom('image').select(['id', 'project_id']).where('id', 'in', ids).execute()
    return rows.filter((row) => (row.project_id === null) === (where === 'in the silo')).map(({ id }) => id)
  }

const disksOf = ({ db }: Context, ids: readonly string[]) =>
  db
    .selectFrom('disk')
    .leftJoin('instance', 'instance.id', 'disk.instance_id')
    .select(['disk.id', 'disk.name', 'disk.state', 'disk.disk_type', 'disk.read_only'])
    .select('disk.deletion_protected')
    .select(['instance.run_state', 'instance.boot_disk_id'])
    .where('disk.id', 'in', ids)
    .execute()
type Disk = Awaited<ReturnType<typeof disksOf>>[number]

const disksThat =
  (isRefused: (disk: Disk) => boolean): Refusals =>
  async (context, ids) =>
    (await disksOf(context, ids)).filter(isRefused).map(({ id }) => id)

const REFUSALS: Partial<Record<BulkOperationName, Refusals>> = {
  instance_start: instancesIn('start'),
  instance_stop: instancesIn('stop'),
  instance_reboot: instancesIn('reboot'),
  instance_resize: instancesIn('resize'),
  instance_delete: instancesThatStay,
  instance_delete_with_disks: instancesThatStay,
  disk_delete: disksThat(
    (disk) => disk.deletion_protected === 1 || typeof diskServerOutcome('delete', disk) === 'object',
  ),
  disk_snapshot: disksThat(
    ({ state, disk_type: type, read_only }) =>
      snapshotReason({ state, type, readOnly: read_only === 1 }) !== null,
  ),
  disk_detach: disksThat(({ id, run_state, boot_disk_id }) =>
    run_state === null ? false : boot_disk_id === id || refuses('detach_disk', run_state),
  ),
  snapshot_delete: async ({ db }, ids) => {
    const rows = await db.selectFrom('snapshot').select(['id', 'state']).where('id', 'in', ids).execute()
    return rows.filter(({ state }) => snapshotDeleteReason(state) !== null).map(({ id }) => id)
  },
  image_promote: imagesThatAre('in the silo'),
  image_demote: imagesThatAre('in a project'),
}
