import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, inflateRaw } from 'node:zlib'
import { FetchRefusal, type ImageContents } from '@granary/control-plane/kit/image-files.ts'
import { HEAD_LENGTH, imageFileProblem } from '@granary/domain/image-files.ts'
import { isQcow2, openQcow2, QCOW2_HEADER, Qcow2Error } from '@granary/domain/qcow2.ts'
import { throwIfGone } from './words.ts'

type Read = (offset: number, length: number) => Promise<Buffer<ArrayBuffer>>

/** Opens a raw or qcow2 image. The caller closes it. @throws FetchRefusal */
export async function openImage(path: string, blockSize: number): Promise<ImageContents> {
  const file = await open(path, 'r').catch(throwIfGone)
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
        : { size: fileSize, read: (from: number, to: number) => read(from, to - from) },
    )
    const { size } = contents
    const head = await understood(() => contents.read(0, Math.min(size, HEAD_LENGTH)))
    const problem = imageFileProblem({ size, blockSize, head })
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
