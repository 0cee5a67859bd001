import { autoRestartCooldownExpiration, autoRestartEnabled } from '@granary/domain/instance-states.ts'
import type { InstanceRow } from '../database/schema.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { now } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { siloOfProject } from '../kinds/silo-of-project.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { requestPower } from './power-request.ts'
import { problemOf, reservePlace } from './power.ts'
import { instance } from '../kinds/instance.ts'

/** Delay before the next attempt when there is no room or quota, in milliseconds: another instance must stop first. */
const RETRY_DELAY_MS = 60_000

/**
 * Restarts a failed instance if it was last requested to run, its policy allows it and the cooldown since the last
 * automatic restart has passed; until then the task waits. A lack of room or quota is stored as `start_problem`.
 */
export async function autoRestart(services: Services, row: InstanceRow): Promise<Outcome> {
  if (row.wanted_state !== 'running' || !autoRestartEnabled(row.auto_restart_policy)) return
  const expiration = autoRestartCooldownExpiration(row.time_last_auto_restarted)
  const wait = expiration ? Date.parse(expiration) - services.clock.now().getTime() : 0
  if (wait > 0) return { again: wait }
  return inTransaction(systemContext(services, 'auto_restart'), async (context): Promise<Outcome> => {
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
    const place = await reservePlace(context, found).catch((error: unknown) =>
      problemOf(context, found, error),
    )
    if ('start_problem' in place) {
      if (place.start_problem !== current.start_problem) await instance.update(context, found, place)
      return { again: RETRY_DELAY_MS }
    }
    await instance.update(context, found, {
      ...place,
      start_problem: null,
      run_state: 'starting',
      time_run_state_updated: now(context),
      time_last_auto_restarted: now(context),
    })
    await requestPower(context, found)
  })
}
