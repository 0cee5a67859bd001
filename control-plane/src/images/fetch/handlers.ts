import { canRetryFetch, isFetchOver } from '@granary/domain/image-fetches.ts'
import { storedTags } from '@granary/domain/tags.ts'
import type { ImageFetchRow } from '../../database/schema.ts'
import { handlers } from '../../kinds/handler.ts'
import { changeFetch, countUnendedFetches, imageFetch, imageFetchView } from '../../kinds/image-fetch.ts'
import { credentialIdOf } from '../../kinds/withdrawal.ts'
import type { Actor } from '../../kit/base/actor.ts'
import type { ProjectScope } from '../../kit/resources/authorization.ts'
import { actorOf, type Context, now } from '../../kit/context/context.ts'
import { invalidRequest } from '../../kit/base/errors.ts'
import { enforceLimit } from '../../kit/base/limit.ts'
import { takePage } from '../../kit/request/pagination.ts'
import { enqueue } from '../../tasks/queue.ts'
import { refuseTakenName } from './taken-name.ts'

/** The values of a fetch that has not begun. The driver never uses an ID twice, so each try has its own. */
const newTry = () => ({
  state: 'waiting' as const,
  bytes_done: 0,
  bytes_total: null,
  etag: null,
  disk_id: crypto.randomUUID(),
  snapshot_id: crypto.randomUUID(),
  image_id: null,
  error_code: null,
  message: null,
})

const beganBy = (actor: Actor) => ({ user_id: actor.userId, credential_id: credentialIdOf(actor) })

export const imageFetchHandlers = handlers({
  imageFetchList: async (context, { query, found }) => {
    const fetches = context.db.selectFrom('image_fetch').selectAll().where('project_id', '=', found.row.id)
    const { rows, nextPage } = await takePage(fetches, query, { id: 'id' }, (row) => row.id)
    return { items: rows.map(imageFetchView), nextPage }
  },

  imageFetchCreate: async (context, { body, found }) => {
    const scope = found.scope
    await requireRoom(context, scope)
    await refuseTakenName(context, scope.projectId, body.name)
    const row: ImageFetchRow = {
      ...newTry(),
      id: crypto.randomUUID(),
      silo_id: scope.siloId,
      project_id: scope.projectId,
      ...beganBy(actorOf(context)),
      name: body.name,
      description: body.description,
      tags: storedTags(body.tags ?? []),
      os: body.os,
      version: body.version,
      block_size: body.blockSize,
      url: body.url,
      checksum: body.checksum?.toLowerCase() ?? null,
      checksum_url: body.checksumUrl ?? null,
      time_created: now(context),
      time_completed: null,
    }
    await imageFetch.create(context, scope, row)
    await enqueue(context, 'image-fetch', row.id, scope)
    return imageFetchView(row)
  },

  imageFetchView: async (_, { found }) => imageFetchView(found.row),

  imageFetchCancel: async (context, { found: { row, scope } }) => {
    if (isFetchOver(row.state)) return imageFetchView(row)
    await enqueue(context, 'image-fetch', row.id, scope)
    return imageFetchView(await changeFetch(context, row, { state: 'cancelling' }))
  },

  imageFetchRetry: async (context, { found: { row, scope } }) => {
    if (!canRetryFetch(row.state))
      throw invalidRequest(`a fetch in state "${row.state}" cannot be started again`)
    await requireRoom(context, scope)
    await refuseTakenName(context, scope.projectId, row.name)
    const own = { ...newTry(), ...beganBy(actorOf(context)) }
    await enqueue(context, 'image-fetch', row.id, scope)
    return imageFetchView(await changeFetch(context, row, own))
  },

  imageCatalogView: async ({ services: { settings } }) => ({
    canFetch: settings.fetchesImages,
    images: [...settings.imageCatalog],
  }),
})

/** @throws ApiError 400 if the server fetches nothing, 429 if too many fetches of the silo are unfinished. */
async function requireRoom(context: Context, { siloId }: ProjectScope): Promise<void> {
  if (!context.services.settings.fetchesImages)
    throw invalidRequest('this server does not fetch images; upload the file instead')
  enforceLimit('imageFetches', await countUnendedFetches(context.db, siloId))
}
