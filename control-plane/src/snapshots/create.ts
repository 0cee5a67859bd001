import { snapshotReason } from '@granary/domain/disk-states.ts'
import type { SnapshotRow } from '../database/schema.ts'
import { diskOutcome } from '../kinds/disk-outcome.ts'
import { disk } from '../kinds/disk.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { type Identity, insertSnapshot } from '../shared/storage/insert-snapshot.ts'

/**
 * Takes a snapshot of a disk. A detached disk is in `maintenance` until then; an attached one stays in use.
 * @throws ApiError 400 for a disk that cannot have snapshots, 503 in a transient state, 507 over the quota.
 */
export async function createSnapshot(
  context: Context,
  source: Found<'disk'>,
  identity: Identity,
): Promise<SnapshotRow> {
  const { row } = source
  const never = snapshotReason({ state: 'detached', type: row.disk_type, readOnly: row.read_only === 1 })
  if (never) throw invalidRequest(never).at('disk', 'not_allowed')
  diskOutcome('snapshot', row)
  const created = await insertSnapshot(context, source.scope, row, identity)
  if (row.state === 'detached') await disk.update(context, source, { state: 'maintenance' })
  return created
}
