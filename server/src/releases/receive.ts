import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { truncatedBody } from '@granary/control-plane/kit/request/body.ts'
import { ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { MAX_RELEASE_BYTES } from '@granary/domain/releases.ts'
import { GiB, MiB } from '@granary/domain/sizes.ts'

/** Limits that tests replace. */
export type ReceiveLimits = {
  /** Bytes of a file. */
  max: number
  /** Bytes that are left for the file among those of all releases. */
  room: Room
  /** Milliseconds without a byte after which an upload ends. */
  stall: number
  /** Milliseconds after which an upload ends, because only one can be received at a time. */
  whole: number
}

/** Space for releases; bytes. */
export type Room = { limit: number; used: number }

/** The defaults: 16 GiB in six hours are 6 Mbit/s. */
export const RECEIVE_LIMITS: Omit<ReceiveLimits, 'room'> = {
  max: MAX_RELEASE_BYTES,
  stall: 60_000,
  whole: 6 * 3_600_000,
}

/** How many bytes are written, at most, between two looks at the free space. */
const SPACE_CHECK_BYTES = 16 * MiB
/** Bytes that uploads leave free for everything else. */
const LEFT_FREE = GiB

/**
 * Writes a stream to a new file and syncs it.
 * @param hasSpaceFor whether this many bytes can be stored.
 * @param signal ends the upload with its reason.
 * @returns the file's SHA-256 in hexadecimal digits.
 * @throws ReleaseRefused; ApiError 400 when the stream ends early.
 */
export async function receiveInto(
  path: string,
  body: ReadableStream<Uint8Array>,
  hasSpaceFor: (bytes: number) => Promise<boolean>,
  limits: ReceiveLimits,
  signal: AbortSignal,
): Promise<string> {
  await using file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let checkedTo = -Infinity
  for await (const bytes of unlessSlow(body, limits, signal)) {
    if (size + bytes.length > limits.max)
      throw new ReleaseRefused(`The file is larger than ${limits.max} bytes.`)
    requireRoom(limits.room, size + bytes.length)
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

/** @throws ReleaseRefused if a file of this size exceeds the limit of all releases together. */
export function requireRoom({ limit, used }: Room, bytes: number): void {
  if (used + bytes > limit)
    throw new ReleaseRefused(
      `The releases on this server take ${formatBytes(used)} of ${formatBytes(limit)}, which leaves too little for this file. Delete releases that you no longer need, or raise --release-space.`,
      'no_space',
    )
}

/** Passes on a stream until the signal is aborted. @throws ReleaseRefused for one that pauses or takes too long. */
async function* unlessSlow(
  body: ReadableStream<Uint8Array>,
  { stall, whole }: ReceiveLimits,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => {})
  const refuseAfter = (ms: number, sentence: string) =>
    setTimeout(() => late.reject(new ReleaseRefused(sentence)), ms)
  const stop = () => late.reject(signal.reason)
  signal.addEventListener('abort', stop)
  const deadline = refuseAfter(whole, `The upload took longer than ${whole / 3_600_000} hours.`)
  try {
    for (;;) {
      const silence = refuseAfter(stall, `Nothing arrived for ${stall / 1_000} seconds.`)
      const { done, value } = await Promise.race([read(reader), late.promise]).finally(() =>
        clearTimeout(silence),
      )
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', stop)
    // Stops an upload that is refused before its end. A stream that has failed can't be cancelled.
    await reader.cancel().catch(() => {})
  }
}

const read = (reader: ReadableStreamDefaultReader<Uint8Array>) =>
  reader.read().catch(() => {
    throw truncatedBody()
  })

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at).catch(refuseFullDisk)).bytesWritten
}

/** @throws ReleaseRefused for a full disk, and other errors as they are. */
function refuseFullDisk(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOSPC' || error.code === 'EDQUOT' ? noSpace() : error
}

const noSpace = () => new ReleaseRefused('The server has no space left for the release.', 'no_space')
