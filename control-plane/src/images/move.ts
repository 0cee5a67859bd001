import type { ImageRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { transferUsage } from '../kinds/charge.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { relocate } from '../kinds/image.ts'

/**
 * Promotes an image to its silo or demotes it to a project; its id stays. The change log records a deletion in one place
 * and a creation in the other, because other users see it there.
 * @param projectId the target project, or null for the silo.
 * @throws ApiError 400 when it is already there, or the name is taken there.
 */
export async function moveImage(
  context: Context,
  { row, scope }: Found<'image'>,
  projectId: string | null,
): Promise<ImageRow> {
  if (projectId === null && row.project_id === null) throw invalidRequest('Cannot promote a silo image')
  if (projectId !== null && row.project_id !== null) throw invalidRequest('Cannot demote a project image')
  await transferUsage(context, 'project', row.project_id, projectId, {
    cpus: 0,
    memory: 0,
    storage: row.size,
  })
  return relocate(context, { row, scope }, projectId)
}
