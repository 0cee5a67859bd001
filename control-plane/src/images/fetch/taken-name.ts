import { unendedFetchStates } from '@granary/domain/image-fetches.ts'
import type { Context } from '../../kit/context/context.ts'
import { alreadyExists } from '../../kit/base/errors.ts'

/** @throws ApiError 400 if the project has an image of this name, or will have one soon. */
export async function refuseTakenName(context: Context, projectId: string, name: string): Promise<void> {
  const image = await context.db
    .selectFrom('image')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (image) throw alreadyExists('project-image', name)
  const fetch = await context.db
    .selectFrom('image_fetch')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('state', 'in', unendedFetchStates)
    .executeTakeFirst()
  if (fetch) throw alreadyExists('image-fetch', name)
}
