import { fleetMay } from '@granary/domain/roles.ts'
import type { BulkJobRow } from '../database/schema.ts'
import type { Actor } from '../kit/actor.ts'
import type { Reader } from '../kit/reader.ts'
import { loadActor } from '../shared/sign-in/actor.ts'

/**
 * Returns the user who created a job, with their current rights, or null. Fleet roles give no permission on the
 * contents of silos, so the deletion of a silo acts as an admin of that silo while the user is an admin of the fleet.
 */
export async function actorOfJob(db: Reader, job: BulkJobRow): Promise<Actor | null> {
  const actor = await loadActor(db, job.user_id, null)
  if (!actor || job.operation !== 'silo_delete_with_contents' || !fleetMay(actor.grants, 'modify'))
    return actor
  return { ...actor, siloId: job.target!, grants: { ...actor.grants, silo: 'admin' } }
}
