import { isUniqueViolation } from '../database/violations.ts'
import type { ImageRow } from '../database/schema.ts'
import { type Context, now } from '../kit/context.ts'
import { alreadyExists, invalidRequest } from '../kit/errors.ts'
import type { Found } from '../kit/lookup.ts'
import { note } from '../kit/named.ts'
import { kindOf } from '../kinds/image.ts'

/**
 * Promotes an image to its silo or demotes it to a project; its id stays. It is noted as gone from the one place and new
 * in the other, since other people see it there.
 * @param projectId the project that it goes to, or null for the silo.
 * @throws ApiError 400 when it is there already, or the name is taken there.
 */
export async function moveImage(
  context: Context,
  { row, scope }: Found<'image'>,
  projectId: string | null,
): Promise<ImageRow> {
  if (projectId === null && row.project_id === null) throw invalidRequest('Cannot promote a silo image')
  if (projectId !== null && row.project_id !== null) throw invalidRequest('Cannot demote a project image')
  const change = { project_id: projectId, time_modified: now(context) }
  const moved = { ...row, ...change }
  try {
    await context.db.updateTable('image').set(change).where('id', '=', row.id).execute()
  } catch (error) {
    throw isUniqueViolation(error, context.engine, 'name')
      ? alreadyExists(kindOf(moved).kind, row.name, null)
      : error
  }
  note(context, kindOf(row), scope, row, null)
  note(context, kindOf(moved), { siloId: row.silo_id, projectId }, null, moved)
  return moved
}
