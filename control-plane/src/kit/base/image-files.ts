import type { ChecksumAlgorithm } from '@granary/domain/checksums.ts'
import { MiB } from '@granary/domain/sizes.ts'

/** A site's answer about a file, and how much of it has arrived; sizes in bytes. */
export type DownloadProgress = {
  done: number
  /** Null while it is not known. */
  total: number | null
  /** The site's name for this version of the file, if it has one. */
  etag: string | null
}

/** How many bytes a fetch writes, at most, between two looks at the free space. */
export const SPACE_CHECK_BYTES = 16 * MiB

export type Download = {
  /** Names the local file. */
  id: string
  url: string
  /** How much has arrived and is on the disk for certain, from an earlier call. */
  from: DownloadProgress
  /** Maximum size in bytes. */
  max: number
  /** Says in a sentence for users why a larger file is refused. */
  tooLarge: string
  signal: AbortSignal
  /** Called about once a second, and at the end. A rejection ends the download. */
  onProgress: (progress: DownloadProgress) => Promise<void>
  /** Awaited before the first byte and after every `SPACE_CHECK_BYTES`. A rejection ends the download. */
  requireSpace: () => Promise<void>
}

/** The limits of an unpacked file. */
export type Unpacking = Pick<Download, 'max' | 'tooLarge' | 'signal' | 'requireSpace'>

/** The content of a downloaded image, whatever the format of its file. */
export type ImageContents = {
  /** In bytes; for a qcow2 file, the virtual size. */
  size: number
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  close: () => Promise<void>
}

/** Explains in a sentence for users why a file can't be fetched or used. Another try without a change fails likewise. */
export class FetchRefusal extends Error {
  override name = 'FetchRefusal'
}

/** The host's connection to the web, and its place for downloaded files. */
export type ImageFiles = {
  /**
   * Downloads a file, or continues a download if the site still has the same version.
   * @throws FetchRefusal; the signal's reason when it is aborted; what `onProgress` rejects with.
   */
  download: (download: Download) => Promise<void>
  /** Fetches a short text, such as a list of checksums. @throws FetchRefusal */
  text: (url: string, signal: AbortSignal) => Promise<string>
  /** Returns the digest of a downloaded file, in lower-case hexadecimal digits. @throws FetchRefusal if it is gone. */
  digest: (id: string, algorithm: ChecksumAlgorithm, signal: AbortSignal) => Promise<string>
  /**
   * Unpacks a downloaded file that is compressed (gzip, xz, zstd), so that `open` finds its content. Can be repeated.
   * @throws FetchRefusal if that fails or becomes too large; the signal's reason when it is aborted.
   */
  unpack: (id: string, unpacking: Unpacking) => Promise<void>
  /** Opens a downloaded file. @throws FetchRefusal if it is no image. */
  open: (id: string, blockSize: number) => Promise<ImageContents>
  /** Returns the IDs of the downloaded files, whole or not. */
  list: () => Promise<string[]>
  /** Deletes a downloaded file; succeeds if there is none. */
  discard: (id: string) => Promise<void>
}
