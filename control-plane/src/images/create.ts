import { atField } from '../kit/base/at-field.ts'
import type { ImageCreate } from '@granary/contract/images.ts'
import { isUsableSource } from '@granary/domain/snapshot-states.ts'
import type { z } from 'zod'
import type { ImageRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { find } from '../kit/resources/lookup.ts'
import { charge } from '../kinds/charge.ts'
import { snapshot } from '../kinds/snapshot.ts'
import { enqueue } from '../tasks/queue.ts'
import { kindOf } from '../kinds/image.ts'

/**
 * Creates an image from a snapshot; a task copies the content.
 * @param projectId the project of the image, or null for an image of the silo.
 * @throws ApiError 400 for a snapshot of another project, or one that is not ready; 507 when the silo's quota has no room.
 */
export async function createImage(
  context: Context,
  projectId: string | null,
  body: z.output<typeof ImageCreate>,
): Promise<ImageRow> {
  const source = await atField('source.id', () => sourceOf(context, projectId, body.source.id))
  const { siloId } = actorOf(context)
  await charge(context, { siloId, projectId }, { cpus: 0, memory: 0, storage: source.size })
  const row = await kindOf({ project_id: projectId }).create(context, { siloId, projectId }, body, {
    silo_id: siloId,
    project_id: projectId,
    os: body.os,
    version: body.version,
    size: source.size,
    block_size: source.block_size,
    digest: null,
    state: 'creating',
    source_snapshot_id: source.id,
  })
  await enqueue(context, 'image', row.id, { siloId })
  return row
}

async function sourceOf(context: Context, projectId: string | null, id: string) {
  const { row } = await find(context, snapshot, { snapshot: id }, 'read')
  if (projectId !== null && row.project_id !== projectId)
    throw invalidRequest('snapshot and image must be in the same project')
  if (!isUsableSource(row.state))
    throw invalidRequest(`image cannot be made of a snapshot in state "${row.state}"`)
  return row
}
