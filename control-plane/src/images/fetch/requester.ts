import type { ImageFetchRow } from '../../database/schema.ts'
import { project } from '../../kinds/project.ts'
import { unauthorized } from '../../kit/errors.ts'
import type { OuterContext } from '../../kit/context.ts'
import { find } from '../../kit/lookup.ts'
import type { Services } from '../../kit/services.ts'
import { systemContext } from '../../kit/transaction.ts'
import { loadActor } from '../../shared/sign-in/actor.ts'
import { requireSecondFactor } from '../../shared/sign-in/set-up-first.ts'

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
