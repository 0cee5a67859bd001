import { present } from '../kit/base/present.ts'
import { BUNDLE_DAYS, MAX_BUNDLE_COMMENT_BYTES, MAX_BUNDLES } from '@granary/domain/support-bundles.ts'
import type { SupportBundleRow } from '../database/schema.ts'
import { handlers } from '../kinds/handler.ts'
import { filesOf, findSupportBundle, supportBundle, supportBundleView } from '../kinds/support-bundle.ts'
import {
  conflict,
  insufficientCapacity,
  invalidRequest,
  invalidValue,
  notFoundPhrase,
} from '../kit/base/errors.ts'
import { type Context, now, type OuterContext } from '../kit/context/context.ts'
import { takePage } from '../kit/request/pagination.ts'
import { byTime } from '../kit/request/by-time.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { enqueue } from '../tasks/queue.ts'
import { byteAnswer, cutOut, type Document } from './byte-answer.ts'
import { readStored } from './parts.ts'

const DAY_MS = 86_400_000

type OfBundle = { path: { bundleId: string } }
type OfFile = { path: { bundleId: string; file: string } }

const download = {
  raw: async (context: OuterContext, { path }: OfBundle, request: Request) =>
    byteAnswer(request, zipOf(context, await activeBundle(context, path.bundleId))),
}

const downloadFile = {
  raw: async (context: OuterContext, { path }: OfFile, request: Request) =>
    byteAnswer(request, fileOf(context, await activeBundle(context, path.bundleId), path.file)),
}

export const supportBundleHandlers = handlers({
  supportBundleList: async (context, { query }) => {
    const { page, keys } = byTime(query, 'time_created')
    const bundles = context.db.selectFrom('support_bundle').selectAll()
    const { rows, nextPage } = await takePage(bundles, page, keys, (row) => row.id)
    return { items: rows.map(supportBundleView), nextPage }
  },

  supportBundleCreate: async (context, { body: { userComment = null, since } }) => {
    requireComment(userComment)
    if (!context.services.settings.makesSupportBundles)
      throw invalidRequest('this server makes no support bundles')
    await requireRoom(context)
    const time = now(context)
    const begin = since ?? new Date(Date.parse(time) - BUNDLE_DAYS * DAY_MS).toISOString()
    if (Date.parse(begin) > Date.parse(time))
      throw invalidValue('since', 'out_of_range', 'must not be in the future')
    const row = await supportBundle.create(context, fleet, {
      id: crypto.randomUUID(),
      state: 'collecting',
      reason_for_creation: 'Created by external API',
      reason_for_failure: null,
      user_comment: userComment,
      since: new Date(begin).toISOString(),
      progress: 0,
      files: '[]',
      size: null,
      attempts: 0,
      time_completed: null,
      time_created: time,
      time_modified: time,
    })
    await enqueue(context, 'support-bundle', row.id, fleet)
    return supportBundleView(row)
  },

  supportBundleView: async (context, { path }) =>
    supportBundleView(await findSupportBundle(context, path.bundleId)),

  supportBundleUpdate: async (context, { path, body: { userComment = null } }) => {
    requireComment(userComment)
    const row = await findSupportBundle(context, path.bundleId)
    const values = { user_comment: userComment, time_modified: now(context) }
    return supportBundleView(await supportBundle.update(context, { row, scope: fleet }, values))
  },

  supportBundleDelete: async (context, { path }) => {
    const row = await findSupportBundle(context, path.bundleId)
    if (row.state === 'destroying') return
    const values = { state: 'destroying' as const, time_modified: now(context) }
    await supportBundle.update(context, { row, scope: fleet }, values)
    await enqueue(context, 'support-bundle', row.id, fleet)
  },

  supportBundleDownload: download,
  supportBundleHead: download,
  supportBundleDownloadFile: downloadFile,
  supportBundleHeadFile: downloadFile,
  supportBundleIndex: {
    raw: async (context, { path }, request) => {
      const row = await activeBundle(context, path.bundleId)
      const text = new TextEncoder().encode(
        filesOf(row)
          .map(({ name }) => `${name}\n`)
          .join(''),
      )
      return byteAnswer(request, {
        size: text.length,
        type: 'text/plain; charset=utf-8',
        tag: `"${row.id}-index"`,
        fileName: `${baseName(row)}.txt`,
        read: async function* (first, last) {
          yield text.subarray(first, last + 1)
        },
      })
    },
  },
})

/** @throws ApiError 400. */
function requireComment(comment: string | null): void {
  if (comment !== null && new TextEncoder().encode(comment).length > MAX_BUNDLE_COMMENT_BYTES)
    throw invalidValue('user_comment', 'too_long', `must have at most ${MAX_BUNDLE_COMMENT_BYTES} bytes`)
}

/** @throws ApiError 409 while another bundle is collected, 507 if as many are kept as may be. */
async function requireRoom({ db }: Context): Promise<void> {
  const rows = await db.selectFrom('support_bundle').select(['id', 'state']).execute()
  const running = rows.find(({ state }) => state === 'collecting')
  if (running)
    throw conflict(`support bundle ${running.id} is being collected: wait until it is done, or delete it`)
  if (rows.length >= MAX_BUNDLES)
    throw insufficientCapacity(
      `${MAX_BUNDLES} support bundles are kept, and no more are possible: delete an old one first`,
    )
}

/** @throws ApiError 404, 400 unless it can be downloaded. */
async function activeBundle(context: OuterContext, id: string): Promise<SupportBundleRow> {
  const row = await findSupportBundle(context, id)
  if (row.state !== 'active')
    throw invalidRequest(`the support bundle cannot be downloaded in state "${row.state}"`)
  return row
}

const baseName = ({ time_created }: SupportBundleRow): string =>
  `support-bundle-${time_created.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`

const zipOf = ({ db }: OuterContext, row: SupportBundleRow): Document => ({
  size: present(row.size, 'the size of the bundle'),
  type: 'application/zip',
  tag: `"${row.id}"`,
  fileName: `${baseName(row)}.zip`,
  read: readStored(db, row.id),
})

/** @throws ApiError 404 if the bundle has no such file, 400 on hosts that can't open it. */
function fileOf({ db, services }: OuterContext, row: SupportBundleRow, name: string): Document {
  const file = filesOf(row).find((each) => each.name === name)
  if (!file) throw notFoundPhrase(`file "${name}" in support bundle ${row.id}`)
  const { bundles } = services
  if (!bundles) throw invalidRequest('this server cannot open support bundles')
  return {
    size: file.size,
    // Of another type it would be compressed, and ranges count the bytes as they are.
    type: 'application/octet-stream',
    tag: `"${row.id}-${name}"`,
    fileName: name,
    read: async function* (first, last) {
      yield* cutOut(
        await bundles.open(readStored(db, row.id), present(row.size, 'the size of the bundle'), name),
        first,
        last,
      )
    },
  }
}
