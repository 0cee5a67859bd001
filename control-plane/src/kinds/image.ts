import { identityView, inside, type Permission, resource } from '../kit/resource.ts'
import { project } from './project.ts'
import { silo } from './silo.ts'
import type { ImageRow } from '../database/schema.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { Context } from '../kit/context.ts'
import { find, type Found, type Selectors } from '../kit/lookup.ts'

const view = (row: ImageRow) => ({
  ...identityView(row),
  projectId: row.project_id,
  os: row.os,
  version: row.version,
  size: row.size,
  blockSize: row.block_size,
  state: row.state,
  digest: row.digest ? { type: 'sha256' as const, value: row.digest } : null,
})

/** An image that only its project sees. */
export const projectImage = resource({
  kind: 'project-image',
  table: 'image',
  selector: 'image',
  parent: inside(project, 'project_id'),
  view,
})

/** An image that every project of the silo sees. */
export const siloImage = resource({
  kind: 'silo-image',
  table: 'image',
  selector: 'image',
  parent: inside(silo, 'silo_id'),
  without: 'project_id',
  view,
})

/** Which of the two an image is now; promotion and demotion change it. */
export const kindOf = (row: Pick<ImageRow, 'project_id'>) => (row.project_id ? projectImage : siloImage)

/**
 * Finds an image: by name that of the project in the query, or the silo's when there is none; by ID either kind.
 * @throws ApiError 404, 403 and 400 as `find` does.
 */
export const findImage = async (
  context: Context,
  selectors: Selectors,
  permission: Permission,
): Promise<Found<'image'>> => find(context, await kindNamed(context, selectors), selectors, permission)

async function kindNamed(context: Context, { image, project: inProject }: Selectors) {
  if (inProject != null) return projectImage
  if (!isUuid(String(image))) return siloImage
  const row = await context.db
    .selectFrom('image')
    .select('project_id')
    .where('id', '=', String(image))
    .executeTakeFirst()
  return kindOf(row ?? { project_id: null })
}
