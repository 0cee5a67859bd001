import { release } from '../kinds/charge.ts'
import { kindOf } from '../kinds/image.ts'
import type { Context } from '../kit/context/context.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { enqueue } from '../tasks/queue.ts'

/** Deletes an image and releases its quota; a task deletes the content. */
export async function deleteImage(context: Context, found: Found<'image'>): Promise<void> {
  const { silo_id: siloId, project_id: projectId, size } = found.row
  await release(context, { siloId, projectId }, { cpus: 0, memory: 0, storage: size })
  await kindOf(found.row).remove(context, found)
  await enqueue(context, 'image', found.row.id, found.scope)
}
