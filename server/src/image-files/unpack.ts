import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import {
  FetchRefusal,
  SPACE_CHECK_BYTES,
  type Unpacking,
} from '@granary/control-plane/kit/base/image-files.ts'
import { compressionOf, type Compression } from '@granary/domain/image-files.ts'
import { throwIfGone } from './words.ts'

/** The unpacked file, once it is whole. */
export const unpackedPath = (path: string): string => `${path}.unpacked`
const unfinishedPath = (path: string): string => `${path}.unpacking`

/** Bytes of memory that a decoder of xz may take: the largest preset needs a quarter of it. */
const XZ_MEMORY = '256MiB'

/**
 * Unpacks a compressed file beside it; does nothing for any other file, or if it was unpacked before. Files of several streams become
 * one.
 * @throws FetchRefusal for a damaged file, one that becomes too large, and xz without its program; the signal's reason when it is aborted.
 */
export async function unpackFile(path: string, unpacking: Unpacking): Promise<void> {
  const compression = await compressionIn(path)
  if (!compression || (await exists(unpackedPath(path)))) return
  const [target, { signal }] = [unfinishedPath(path), unpacking]
  try {
    await pipeline(
      createReadStream(path),
      DECODERS[compression](),
      measured(unpacking),
      createWriteStream(target, { mode: 0o600, flush: true }),
      { signal },
    )
  } catch (error) {
    signal.throwIfAborted()
    await rm(target, { force: true })
    throw refusalOf(error, compression)
  }
  await rename(target, unpackedPath(path))
}

/** Deletes what unpacking made. */
export const discardUnpacked = (path: string): Promise<void[]> =>
  Promise.all([unpackedPath(path), unfinishedPath(path)].map((made) => rm(made, { force: true })))

/** Returns the ID of the download that a file belongs to. */
export const idOf = (name: string): string => name.replace(/\.unpack(?:ed|ing)$/, '')

async function compressionIn(path: string): Promise<Compression | null> {
  await using file = await open(path, 'r').catch(throwIfGone)
  const { buffer } = await file.read({ buffer: Buffer.alloc(16) })
  return compressionOf(buffer)
}

const exists = (path: string): Promise<boolean> =>
  open(path, 'r').then(
    (file) => file.close().then(() => true),
    () => false,
  )

const DECODERS = { gzip: createGunzip, zstd: createZstdDecompress, xz: () => throughXz }

class MissingProgram extends Error {}
class DamagedXz extends Error {}

/** Node has no decoder of xz. A program of its own keeps the work and the memory out of the server. */
async function* throughXz(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const xz = spawn('xz', ['--decompress', '--stdout', `--memlimit-decompress=${XZ_MEMORY}`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    xz.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new MissingProgram() : error),
    )
    xz.on('close', (status) => (status === 0 ? resolve() : reject(new DamagedXz())))
  })
  ended.catch(() => {})
  void feed(source, xz.stdin)
  try {
    yield* xz.stdout as AsyncIterable<Buffer>
    await ended
  } finally {
    xz.kill()
  }
}

/** Writes everything to a program. One that ends early closes its input, and its end says why. */
async function feed(source: AsyncIterable<Buffer>, input: Writable): Promise<void> {
  const closed = new Promise<void>((resolve) => input.on('error', () => {}).on('close', resolve))
  try {
    for await (const bytes of source) {
      if (input.destroyed) return
      if (!input.write(bytes)) await Promise.race([once(input, 'drain'), closed])
    }
    input.end()
  } catch {
    // The file could not be read: the pipeline fails with that.
    input.destroy()
  }
}

/** Counts the bytes, so that a small file can't fill the disk. */
function measured({ max, tooLarge, requireSpace }: Unpacking): Transform {
  let [done, checkedTo] = [0, -Infinity]
  return new Transform({
    async transform(bytes: Buffer, _, next) {
      try {
        done += bytes.length
        if (done > max) throw new FetchRefusal(`Unpacked: ${tooLarge}`)
        if (done - checkedTo >= SPACE_CHECK_BYTES) {
          checkedTo = done
          await requireSpace()
        }
        next(null, bytes)
      } catch (error) {
        next(error as Error)
      }
    },
  })
}

const CORRUPT = /^(?:Z_|ZSTD_)/

function refusalOf(error: unknown, compression: Compression): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof MissingProgram)
    return new FetchRefusal(
      'The file is compressed with xz, and this server lacks the program that unpacks it. An operator can install xz-utils.',
    )
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new FetchRefusal('The server has no space left for the unpacked file.')
  return CORRUPT.test(code) || error instanceof DamagedXz
    ? new FetchRefusal(`The ${compression} file is damaged, or its end is missing.`)
    : error
}
