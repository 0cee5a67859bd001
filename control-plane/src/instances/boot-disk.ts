import { isUuid } from '@granary/domain/names.ts'
import type { DiskRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { conflict } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { diskOutcome } from '../kinds/disk-outcome.ts'
import { outcomeOf } from '../kinds/instance-outcome.ts'

/**
 * Returns the id of the boot disk that an update names, or null for none.
 * @throws ApiError if the disk is not attached (409), or if the boot disk would change in a state that does not allow it.
 */
export async function bootDiskOf(
  context: Context,
  { row }: Found<'instance'>,
  nameOrId: string | null,
): Promise<string | null> {
  const disk = nameOrId === null ? null : await attachedDisk(context, row.id, nameOrId)
  const id = disk?.id ?? null
  if (id === row.boot_disk_id) return id
  // A disk that is still being created for the instance will be attached.
  if (disk && disk.state !== 'creating') diskOutcome('set_boot_disk', disk)
  outcomeOf('boot_disk', row.run_state)
  return id
}

async function attachedDisk({ db }: Context, instanceId: string, nameOrId: string): Promise<DiskRow> {
  const row = await db
    .selectFrom('disk')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where(isUuid(nameOrId) ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()
  if (!row) throw conflict('boot disk must be attached').at('boot_disk', 'not_allowed')
  return row
}
