import { createComparison, withWholeBlocks, zeroRemainingBlocks } from './comparison.ts'
import { toElsewhereError } from './holding.ts'
import type { Part } from './host.ts'
import { inPieces, refusalOf } from './pieces.ts'
import { persist } from './retry.ts'
import { sendChunks } from './send-chunks.ts'
import { diskIn, untilDisk, type UploadContext } from './upload-context.ts'
import { clock } from './upload-progress.ts'

const IMPORTING = 'importing_from_bulk_writes'

/** Creates or resumes the temporary disk, and uploads all bytes to it. */
export async function bring(context: UploadContext): Promise<void> {
  const { wire, wish, names, signal, unfinished, retryOptions, holding } = context
  const { change, step } = context.progress
  await step('create', async () => {
    const find = () => wire.disk(names.disk, signal)
    if (!unfinished) await persist(() => wire.createDisk(names.disk, wish, signal), retryOptions, find)
    await context.hold()
    if (unfinished && (await persist(() => diskIn(context, IMPORTING), retryOptions))) return
    await untilDisk(context, 'import_ready')
  })
  await step('start', async () => {
    const begun = () => diskIn(context, IMPORTING)
    if (unfinished && (await persist(begun, retryOptions))) return
    await persist<unknown>(() => wire.start(names.disk, signal), retryOptions, begun)
  })
  change({ samples: [{ time: clock(), bytes: 0 }] })
  await step('chunks', () => sendAll(context))
  await step('stop', () =>
    persist<unknown>(
      () => holding.keep().then(() => wire.stop(names.disk, signal)),
      retryOptions,
      () => diskIn(context, 'import_ready'),
    ),
  )
}

/** Sends the bytes of the file; of a resumed upload, those that differ from the disk's. */
async function sendAll({ wire, wish, names, holder, unfinished, ...context }: UploadContext): Promise<void> {
  const { gate, signal, retryOptions, progress } = context
  const { contents } = wish
  const write = inPieces(async (offset: number, part: Part) => {
    const endsWith = (error: unknown, lost: number) => refusalOf(error, part, lost)
    try {
      await persist(() => wire.write(names.disk, holder, offset, part, signal), { ...retryOptions, endsWith })
    } catch (error) {
      throw toElsewhereError(error)
    }
  })
  const { digests } = wire
  const ask = (offset: number, length: number) => {
    if (!digests) throw new Error("This server can't compare the file with the part that has arrived.")
    return persist(() => digests(names.disk, offset, length, signal), retryOptions)
  }
  const all = { gate, signal, onDone: progress.chunkDone, write }
  if (!unfinished) return sendChunks({ ...all, contents })
  await sendChunks({ ...all, contents: withWholeBlocks(contents), isThere: createComparison(ask) })
  await zeroRemainingBlocks({ ask, write }, contents.size, unfinished.size)
}

/** Takes over an upload whose bytes have all arrived. */
export async function takeOver({ hold, progress, wish }: UploadContext): Promise<void> {
  await progress.step('create', hold)
  for (const id of ['start', 'chunks', 'stop'] as const) progress.mark(id, 'complete')
  progress.change({ processed: wish.contents.size, skipped: wish.contents.size })
}
