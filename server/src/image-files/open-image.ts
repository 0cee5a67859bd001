import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, inflateRaw } from 'node:zlib'
import { FetchRefusal, type ImageContents } from '@granary/control-plane/kit/base/image-files.ts'
import { earlyProblem, HEAD_LENGTH, imageFileProblem } from '@granary/domain/image-files.ts'
import { isQcow2, openQcow2, QCOW2_HEADER, Qcow2Error } from '@granary/domain/qcow2.ts'
import { unpackedPath } from './unpack.ts'
import { throwIfGone } from './words.ts'

type Read = (offset: number, length: number) => Promise<Buffer<ArrayBuffer>>

/** Opens a raw or qcow2 image, unpacked if it was compressed. The caller closes it. @throws FetchRefusal */
export async function openImage(path: string, blockSize: number): Promise<ImageContents> {
  const file = await open(unpackedPath(path), 'r').catch(() => open(path, 'r').catch(throwIfGone))
  const { size: fileSize } = await file.stat()
  // A damaged qcow2 file may refer to any offset.
  const read: Read = async (offset, length) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, fileSize - offset)))
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, offset + at)
      if (bytesRead === 0) return bytes.subarray(0, at)
      at += bytesRead
    }
    return bytes
  }
  try {
    const contents = await understood(async () =>
      isQcow2(await read(0, QCOW2_HEADER))
        ? openQcow2(read, inflate)
        : paddedTo(blockSize, fileSize, (from, to) => read(from, to - from)),
    )
    const { size } = contents
    const head = await understood(() => contents.read(0, Math.min(size, HEAD_LENGTH)))
    const problem = earlyProblem(head) ?? imageFileProblem({ size, blockSize, head })
    if (problem) throw new FetchRefusal(`${problem}.`)
    return {
      size,
      read: (from, to) => understood(() => contents.read(from, to)),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Adds zeros to a raw file up to whole blocks: a disk has no others, and tools that copy disks leave such ends. */
function paddedTo(
  blockSize: number,
  fileSize: number,
  read: (from: number, to: number) => Promise<Buffer<ArrayBuffer>>,
): Pick<ImageContents, 'size' | 'read'> {
  const size = Math.ceil(fileSize / blockSize) * blockSize
  return {
    size,
    read: async (from, to) =>
      to <= fileSize
        ? read(from, to)
        : Buffer.concat([await read(from, fileSize), Buffer.alloc(to - Math.max(from, fileSize))]),
  }
}

/** @throws FetchRefusal for a damaged qcow2 file. */
async function understood<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Qcow2Error ? new FetchRefusal(`${error.message}.`) : error
  }
}

const inflateBuffer = promisify(inflateRaw) as (
  data: Uint8Array,
  options: { maxOutputLength: number; finishFlush: number },
) => Promise<Buffer>

/** A cluster never inflates to more than its size, so a crafted file can't take more memory. */
const inflate = (data: Uint8Array, length: number): Promise<Uint8Array> =>
  inflateBuffer(data, { maxOutputLength: length, finishFlush: constants.Z_SYNC_FLUSH })
