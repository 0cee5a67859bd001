import { isMadeOf } from './own-image.ts'
import { persist } from './retry.ts'
import { diskIn, until, untilDisk, type UploadContext } from './upload-context.ts'

/** Finds the created image once its creation was requested: the answer with its id may have been lost. */
export type FindImage = () => Promise<string | null>

/**
 * Turns the temporary disk into a snapshot, and that into the image.
 * @param onRequested called before the image may exist, with a way to find it.
 */
export async function makeImage(
  context: UploadContext,
  onRequested: (find: FindImage) => void,
): Promise<void> {
  const { wire, wish, signal, isWholeAlready, retryOptions, progress } = context
  const snapshot = await progress.step('finalize', () => finalize(context))
  await progress.step('image', async () => {
    const find = async (until?: AbortSignal) => {
      const image = await wire.image(wish.name, until)
      return image && isMadeOf(image, wish, snapshot) ? image : null
    }
    // The interrupted upload may have created its image already, with an unknown description.
    const findMade = async () => {
      const image = await wire.image(wish.name, signal)
      const { description = '' } = image ?? {}
      return image && isMadeOf(image, { ...wish, description }, snapshot) ? image : null
    }
    onRequested(async () => (await find())?.id ?? null)
    const create = () => wire.createImage(wish, snapshot.id, signal)
    const made = isWholeAlready ? await persist(findMade, retryOptions) : null
    if (!made) {
      const { id } = await persist(create, retryOptions, () => find(signal))
      onRequested(async () => id)
    }
    await until(
      context,
      'image',
      () => wire.image(wish.name, signal),
      // An image of the published API has no state: it is ready once it exists.
      (found) => found.state ?? 'ready',
      'ready',
    )
  })
}

async function finalize(context: UploadContext) {
  const { wire, names, signal, isWholeAlready, retryOptions, holding } = context
  const request = () => holding.keep().then(() => wire.finalize(names.disk, names.snapshot, signal))
  if (!isWholeAlready)
    await persist<unknown>(request, retryOptions, () => diskIn(context, 'finalizing', 'detached'))
  await untilDisk(context, 'detached')
  return until(
    context,
    'temporary snapshot',
    () => wire.snapshot(names.snapshot, signal),
    (found) => found.state,
    'ready',
  )
}
