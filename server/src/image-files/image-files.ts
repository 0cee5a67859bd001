import { createHash } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageFiles } from '@granary/control-plane/kit/base/image-files.ts'
import type { Reachable } from '../outgoing/reachable.ts'
import { type DownloadTimes, downloadInto } from './download.ts'
import { fetchText } from './fetch-text.ts'
import { openImage } from './open-image.ts'
import { discardUnpacked, idOf, unpackFile } from './unpack.ts'
import { throwIfGone } from './words.ts'

/** The defaults: a silent site fails soon, and a slow one may take hours. */
const TIMES: DownloadTimes = { stall: 30_000, whole: 6 * 3_600_000, pause: 2_000, report: 1_000 }

/** Fetches images from allowed addresses into a folder. @param times in milliseconds; tests pass shorter ones. */
export function imageFiles(
  folder: string,
  isAllowed: Reachable,
  times: Partial<DownloadTimes> = {},
): ImageFiles {
  // An ID is a UUID of the control plane, so it is no path.
  const pathOf = (id: string) => join(folder, id)
  const patience = { ...TIMES, ...times }
  return {
    download: (download) =>
      downloadInto(folder, pathOf(download.id), download, { isAllowed, times: patience }),
    text: (url, signal) => fetchText(url, { isAllowed, signal, timeout: patience.stall }),
    async digest(id, algorithm, signal) {
      const hash = createHash(algorithm)
      await using file = await open(pathOf(id), 'r').catch(throwIfGone)
      for await (const part of file.createReadStream({ signal }) as AsyncIterable<Buffer>) hash.update(part)
      return hash.digest('hex')
    },
    unpack: (id, unpacking) => unpackFile(pathOf(id), unpacking),
    open: (id, blockSize) => openImage(pathOf(id), blockSize),
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return [...new Set(names.map(idOf))]
    },
    async discard(id) {
      await discardUnpacked(pathOf(id))
      await rm(pathOf(id), { force: true })
    },
  }
}
