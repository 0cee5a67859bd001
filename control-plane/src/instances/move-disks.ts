import { DriverError } from '@granary/compute/driver-error.ts'
import { isDown } from '@granary/compute/machine.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { DiskRow } from '../database/schema.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Services } from '../kit/context/services.ts'
import { disk } from '../kinds/disk.ts'
import { siloOfProject } from '../kinds/silo-of-project.ts'
import { enqueue } from '../tasks/queue.ts'

/**
 * Has the driver attach the `attaching` disks of an instance to its machine, and detach the `detaching` ones, and stores the
 * outcome. A disk that the driver refuses stays as it was before the request.
 * @returns whether the machine changes its state just now, so that the caller tries again.
 */
export async function moveDisks(services: Services, instanceId: string): Promise<boolean> {
  const { compute, db } = services
  const moving = await db
    .selectFrom('disk')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('state', 'in', ['attaching', 'detaching'])
    .execute()
  if (moving.length === 0) return false
  const machine = await compute.view(instanceId)
  if (machine && machine.state !== 'running' && !isDown(machine.state)) return true
  for (const row of moving) {
    const isMade = machine ? await move(services, instanceId, row) : true
    await inTransaction(systemContext(services, `disk_${row.state}`), async (context) => {
      const now = await context.db.selectFrom('disk').selectAll().where('id', '=', row.id).executeTakeFirst()
      if (now?.state !== row.state || now.instance_id !== instanceId) return
      const scope = { projectId: now.project_id, siloId: await siloOfProject(context, now.project_id) }
      const stays = isMade === (row.state === 'attaching')
      await disk.update(
        context,
        { row: now, scope },
        stays ? { state: 'attached' } : { state: 'detached', instance_id: null },
      )
      // A refused attachment must leave the definition too.
      if (!stays) await enqueue(context, 'instance', instanceId, fleet)
    })
  }
  return false
}

/** @returns whether the driver did it, and not refused. @throws DriverError if it may succeed later. */
async function move({ compute, log }: Services, instanceId: string, row: DiskRow): Promise<boolean> {
  const { id, name, state } = row
  try {
    if (state === 'attaching')
      await compute.attachDisk(instanceId, { id, name, readOnly: row.read_only === 1 })
    else await compute.detachDisk(instanceId, id)
    return true
  } catch (error) {
    if (!(error instanceof DriverError) || error.retryable) throw error
    log('warn', 'disk was not moved', { disk: id, instance: instanceId, state, error: error.message })
    return false
  }
}
