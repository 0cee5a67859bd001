import { autoRestartCooldownExpiration, autoRestartEnabled } from '@granary/domain/instance-states.ts'
import type { InstanceRow } from '../database/schema.ts'
import { inTransaction, systemContext } from '../kit/app.ts'
import { now } from '../kit/context.ts'
import { updateNamed } from '../kit/named.ts'
import type { Services } from '../kit/services.ts'
import { siloOfProject } from '../projects/silo.ts'
import type { Outcome } from '../tasks/worker.ts'
import { enqueue } from '../tasks/queue.ts'
import { takePlace } from './power.ts'
import { instance } from './resource.ts'

/**
 * Starts a failed instance again, when its last wish was to run, its policy allows it and the cooldown since the last
 * automatic restart is over; until then the task waits.
 */
export async function autoRestart(services: Services, row: InstanceRow): Promise<Outcome> {
  if (row.wanted_state !== 'running' || !autoRestartEnabled(row.auto_restart_policy)) return
  const expiration = autoRestartCooldownExpiration(row.time_last_auto_restarted)
  const wait = expiration ? Date.parse(expiration) - services.clock.now().getTime() : 0
  if (wait > 0) return { again: wait }
  await inTransaction(systemContext(services, 'auto_restart'), async (context) => {
    const current = await context.db
      .selectFrom('instance')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirst()
    if (current?.run_state !== 'failed' || current.wanted_state !== 'running') return
    const found = {
      row: current,
      scope: { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) },
    }
    await updateNamed(context, instance, found, {
      ...(await takePlace(context, found)),
      run_state: 'starting',
      time_run_state_updated: now(context),
      time_last_auto_restarted: now(context),
    })
    await enqueue(context, 'instance', row.id)
  })
}
