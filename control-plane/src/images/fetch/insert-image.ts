import { readTags } from '@granary/domain/tags.ts'
import type { ImageFetchRow, ImageRow } from '../../database/schema.ts'
import { charge } from '../../kinds/charge.ts'
import { changeFetch, fetchScope, imageFetchRow } from '../../kinds/image-fetch.ts'
import { projectImage } from '../../kinds/image.ts'
import type { Services } from '../../kit/context/services.ts'
import { inTransaction } from '../../kit/resources/transaction.ts'
import { requester } from './requester.ts'
import { Cancelled } from './stage.ts'

/**
 * Inserts the image of a fetch as `creating`, as the user who requested it, and charges its size in bytes.
 * @throws Cancelled; ApiError if the user may not, the name is taken, or the quota has no room.
 */
export async function insertImage(
  services: Services,
  { id }: ImageFetchRow,
  size: number,
): Promise<ImageRow> {
  const fetch = await imageFetchRow(services.db, id)
  if (!fetch) throw new Cancelled()
  return inTransaction(await requester(services, fetch), async (context) => {
    const row = await imageFetchRow(context.db, id)
    if (!row || row.state === 'cancelling') throw new Cancelled()
    const scope = fetchScope(row)
    await charge(context, scope, { cpus: 0, memory: 0, storage: size })
    const { name, description } = row
    const identity = { name, description, tags: readTags(row.tags) }
    const image = await projectImage.create(context, scope, identity, {
      silo_id: row.silo_id,
      project_id: row.project_id,
      os: row.os,
      version: row.version,
      size,
      block_size: row.block_size,
      digest: null,
      state: 'creating',
      source_snapshot_id: null,
    })
    await changeFetch(context, row, { state: row.state, image_id: image.id })
    return image
  })
}
