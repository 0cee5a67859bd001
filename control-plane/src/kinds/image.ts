import { IMAGE_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { amount, choice, taggedSources, text } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { alreadyExists, ApiError, capitalize, hidden } from '../kit/base/errors.ts'
import { kind, noteResource } from '../kit/resources/kind.ts'
import { rawWriter } from '../database/session.ts'
import { identityView, inside, type Permission } from '../kit/resources/resource.ts'
import { project } from './project.ts'
import { silo } from './silo.ts'
import type { ImageRow } from '../database/schema.ts'
import { isUuid } from '@granary/domain/names.ts'
import { type Context, now } from '../kit/context/context.ts'
import { find, type Found, type Selectors } from '../kit/resources/lookup.ts'

const view = (row: ImageRow) => ({
  ...identityView(row),
  projectId: row.project_id,
  os: row.os,
  version: row.version,
  size: row.size,
  blockSize: row.block_size,
  state: row.state,
  failure: row.failure == null ? null : capitalize(row.failure),
  digest: row.digest ? { type: 'sha256' as const, value: row.digest } : null,
})

const filter = listFilter(IMAGE_FIELDS, {
  ...taggedSources,
  state: choice('state'),
  size: amount('size'),
  os: text('os'),
  version: text('version'),
})

/** An image that only its project sees. */
export const projectImage = kind({
  kind: 'project-image',
  table: 'image',
  selector: 'image',
  filter,
  parent: inside(project, 'project_id'),
  states: ['state', 'failure'],
  view,
})

/** An image that every project of the silo sees. */
export const siloImage = kind({
  kind: 'silo-image',
  table: 'image',
  selector: 'image',
  filter,
  parent: inside(silo, 'silo_id'),
  without: 'project_id',
  states: ['state', 'failure'],
  view,
})

/** Returns the current kind of an image; promotion and demotion change it. */
export const kindOf = (row: Pick<ImageRow, 'project_id'>) => (row.project_id ? projectImage : siloImage)

/**
 * Finds an image: by name in the query's project, or in the silo without one; by ID in either.
 * @throws ApiError 404, 403 and 400 as `find` does.
 */
export async function findImage(
  context: Context,
  selectors: Selectors,
  permission: Permission,
): Promise<Found<'image'>> {
  const id = String(selectors.image)
  if (selectors.project == null && isUuid(id) && (await isInProject(context, id))) {
    try {
      return await find(context, projectImage, selectors, permission)
    } catch (error) {
      // An image that doesn't exist is not found in the silo, so a hidden one is not either.
      throw error instanceof ApiError && error.status === 404 ? hidden(siloImage.kind, { id }) : error
    }
  }
  return find(context, selectors.project == null ? siloImage : projectImage, selectors, permission)
}

async function isInProject({ db }: Context, id: string): Promise<boolean> {
  const row = await db.selectFrom('image').select('project_id').where('id', '=', id).executeTakeFirst()
  return row ? row.project_id !== null : false
}

/**
 * Moves an image to a project or to its silo. The log shows a delete in one scope and a create in the other, because
 * different users see them.
 * @param projectId null for the silo.
 * @throws ApiError 400 ObjectAlreadyExists if the name is taken there.
 */
export async function relocate(
  context: Context,
  { row, scope }: Found<'image'>,
  projectId: string | null,
): Promise<ImageRow> {
  const change = { project_id: projectId, time_modified: now(context) }
  const moved = { ...row, ...change }
  try {
    await rawWriter(context).updateTable('image').set(change).where('id', '=', row.id).execute()
  } catch (error) {
    throw isUniqueViolation(error, context.engine, 'name')
      ? alreadyExists(kindOf(moved).kind, row.name, null)
      : error
  }
  noteResource(context, kindOf(row), scope, row, null)
  noteResource(context, kindOf(moved), { siloId: row.silo_id, projectId }, null, moved)
  return moved
}
