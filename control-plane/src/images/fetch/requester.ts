import type { ImageFetchRow } from '../../database/schema.ts'
import { project } from '../../kinds/project.ts'
import { unauthorized } from '../../kit/base/errors.ts'
import type { OuterContext } from '../../kit/context/context.ts'
import { find } from '../../kit/resources/lookup.ts'
import type { Services } from '../../kit/context/services.ts'
import { systemContext } from '../../kit/resources/transaction.ts'
import { loadActor } from '../../access/actor.ts'
import { requireSecondFactor } from '../../access/authenticate.ts'

/**
 * Returns the context of the user who requested a fetch, with their current rights.
 * @throws ApiError if they may no longer create images in the project.
 */
export async function requester(services: Services, row: ImageFetchRow): Promise<OuterContext> {
  const actor = await loadActor(services.db, row.user_id, null)
  if (!actor) throw unauthorized()
  requireSecondFactor(actor, 'imageFetchCreate')
  const context = systemContext(services, 'image_fetch', actor)
  await find(context, project, { project: row.project_id }, 'modify_contents')
  return context
}
