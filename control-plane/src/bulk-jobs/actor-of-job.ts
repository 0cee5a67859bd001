import { present } from '../kit/base/present.ts'
import { fleetMay } from '@granary/domain/roles.ts'
import type { BulkJobRow } from '../database/schema.ts'
import type { Actor } from '../kit/base/actor.ts'
import type { InnerServices } from '../kit/context/services.ts'
import { findCaller } from '../access/caller.ts'

/**
 * Returns the user who created a job, with their current rights, or null. Fleet roles give no permission on the
 * contents of silos, so the deletion of a silo acts as an admin of that silo while the user is an admin of the fleet.
 */
export async function actorOfJob(services: InnerServices, job: BulkJobRow): Promise<Actor | null> {
  const caller = await findCaller(services, { table: 'silo_user', column: 'id', value: job.user_id })
  const actor = caller?.actor
  if (!actor) return null
  if (job.operation !== 'silo_delete_with_contents' || !fleetMay(actor.grants, 'modify')) return actor
  return {
    ...actor,
    siloId: present(job.target, 'the silo of the job'),
    grants: { ...actor.grants, silo: 'admin' },
  }
}
