import { detachDisk } from '../disks/attach.ts'
import type { Context } from '../kit/context.ts'
import type { Found } from '../kit/lookup.ts'
import { deleteNamed } from '../kit/named.ts'
import { noteFloatingIp } from '../networking/external-ips.ts'
import { enqueue } from '../tasks/queue.ts'
import { givePlaceBack } from './power.ts'
import { instance } from './resource.ts'

/**
 * Deletes an instance. Its disks are detached and stay; floating addresses stay too, free again; its interfaces and its
 * ephemeral and shared addresses go.
 */
export async function deleteInstance(context: Context, found: Found<'instance'>): Promise<void> {
  const { id } = found.row
  await givePlaceBack(context, found)
  const disks = await context.db.selectFrom('disk').selectAll().where('instance_id', '=', id).execute()
  for (const row of disks) await detachDisk(context, { row, scope: found.scope })
  const floating = await context.db
    .selectFrom('external_ip')
    .selectAll()
    .where('instance_id', '=', id)
    .where('kind', '=', 'floating')
    .execute()
  for (const row of floating) noteFloatingIp(context, found.scope, row, { ...row, instance_id: null })
  await context.db
    .updateTable('external_ip')
    .set({ instance_id: null })
    .where('instance_id', '=', id)
    .where('kind', '=', 'floating')
    .execute()
  await context.db.deleteFrom('external_ip').where('instance_id', '=', id).execute()
  await deleteNamed(context, instance, found)
  await enqueue(context, 'instance', id)
}
