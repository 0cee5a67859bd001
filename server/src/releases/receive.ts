import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { ReleaseRefused } from '@granary/control-plane/kit/release-files.ts'
import { MAX_RELEASE_BYTES } from '@granary/domain/releases.ts'
import { GiB, MiB } from '@granary/domain/sizes.ts'

/** Limits that tests replace. */
export type ReceiveLimits = {
  /** Bytes of a file. */
  max: number
  /** Milliseconds without a byte after which an upload ends. */
  stall: number
}

export const RECEIVE_LIMITS: ReceiveLimits = { max: MAX_RELEASE_BYTES, stall: 60_000 }

/** How many bytes are written, at most, between two looks at the free space. */
const SPACE_CHECK_BYTES = 16 * MiB
/** Bytes that uploads leave free for everything else. */
const LEFT_FREE = GiB

/**
 * Writes a stream to a new file and syncs it.
 * @param hasSpaceFor whether this many bytes can be stored.
 * @returns the file's SHA-256 in hexadecimal digits.
 * @throws ReleaseRefused; the error of the stream.
 */
export async function receiveInto(
  path: string,
  body: ReadableStream<Uint8Array>,
  hasSpaceFor: (bytes: number) => Promise<boolean>,
  { max, stall }: ReceiveLimits,
): Promise<string> {
  await using file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let checkedTo = -Infinity
  for await (const bytes of unlessSilent(body, stall)) {
    if (size + bytes.length > max) throw new ReleaseRefused(`The file is larger than ${max} bytes.`)
    if (size - checkedTo >= SPACE_CHECK_BYTES) {
      if (!(await hasSpaceFor(LEFT_FREE))) throw noSpace()
      checkedTo = size
    }
    hash.update(bytes)
    await writeAll(file, bytes)
    size += bytes.length
  }
  await file.sync().catch(refuseFullDisk)
  return hash.digest('hex')
}

/** Passes on a stream. @throws ReleaseRefused after `stall` milliseconds without a byte. */
async function* unlessSilent(body: ReadableStream<Uint8Array>, stall: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const silence = Promise.withResolvers<never>()
  silence.promise.catch(() => {})
  const refuse = () => silence.reject(new ReleaseRefused(`Nothing has arrived for ${stall / 1_000} seconds.`))
  try {
    for (;;) {
      const timer = setTimeout(refuse, stall)
      const { done, value } = await Promise.race([reader.read(), silence.promise]).finally(() =>
        clearTimeout(timer),
      )
      if (done) return
      yield value
    }
  } finally {
    // Ends the connection of an upload that is refused before its end. A stream that has failed can't be cancelled.
    await reader.cancel().catch(() => {})
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at).catch(refuseFullDisk)).bytesWritten
}

/** @throws ReleaseRefused for a full disk, and other errors as they are. */
function refuseFullDisk(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOSPC' || error.code === 'EDQUOT' ? noSpace() : error
}

const noSpace = () => new ReleaseRefused('The server has no space left for the release.', 'no_space')
