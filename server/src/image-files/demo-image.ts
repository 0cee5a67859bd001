import { copyFile, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { canMakeDemoImage, makeDemoImage } from '@granary/compute-qemu/demo-image/make.ts'
import { type Download, FetchRefusal, type ImageFiles } from '@granary/control-plane/kit/base/image-files.ts'
import { type CatalogImage, DEMO_IMAGE } from '@granary/domain/image-catalog.ts'
import { DEMO_IMAGE_URL } from '@granary/domain/image-urls.ts'

/** Proposes the demo image first where this computer can make it. */
export const withDemo = (
  images: readonly CatalogImage[],
  canMake: boolean = canMakeDemoImage(),
): readonly CatalogImage[] => (canMake ? [DEMO_IMAGE, ...images] : images)

/**
 * Adds the demo image to the files that can be fetched: the server makes it in place of a download.
 * @param folder of the downloaded files.
 * @param make returns the path of the image.
 */
export function withDemoImage(
  files: ImageFiles,
  folder: string,
  make: () => Promise<string> = () => makeDemoImage(join(folder, '../demo-image')),
): ImageFiles {
  /** Fetches at the same time wait for the same image. */
  let making: Promise<string> | undefined
  const provide = async ({ id, max, tooLarge, signal, onProgress, requireSpace }: Download) => {
    await requireSpace()
    await onProgress({ done: 0, total: null, etag: null })
    making ??= make().finally(() => (making = undefined))
    const made = await making.catch((error: Error) => {
      throw new FetchRefusal(`The demo image could not be made. ${error.message}`)
    })
    signal.throwIfAborted()
    const { size } = await stat(made)
    if (size > max) throw new FetchRefusal(tooLarge)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await copyFile(made, join(folder, id))
    await onProgress({ done: size, total: size, etag: null })
  }
  return {
    ...files,
    download: (download) => (download.url === DEMO_IMAGE_URL ? provide(download) : files.download(download)),
  }
}
