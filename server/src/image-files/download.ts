import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Download,
  type DownloadProgress,
  FetchRefusal,
  SPACE_CHECK_BYTES,
} from '@granary/control-plane/kit/base/image-files.ts'
import { EARLY_LENGTH, earlyProblem } from '@granary/domain/image-files.ts'
import { OutgoingError } from '../outgoing/open-address.ts'
import type { Reachable } from '../outgoing/reachable.ts'
import { type Part, requestPart } from './part.ts'
import { type Reports, startReports } from './reports.ts'
import { refusalOf } from './words.ts'

/** In milliseconds. */
export type DownloadTimes = {
  /** Without a byte, after which a connection is closed. */
  stall: number
  /** For the whole download. */
  whole: number
  /** Before another try. */
  pause: number
  /** Between two reports of progress. */
  report: number
}

/** Tries without a byte of progress. */
const MAX_FUTILE_TRIES = 3

type Guard = { isAllowed: Reachable; times: DownloadTimes }

/** Downloads into a file. After a lost connection it continues where it was, if the site can. @throws FetchRefusal */
export async function downloadInto(
  folder: string,
  path: string,
  download: Download,
  guard: Guard,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await (await open(path, 'a', 0o600)).close()
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  const { from } = download
  if (from.total !== null && from.done === from.total && size === from.total) return
  const deadline = AbortSignal.timeout(guard.times.whole)
  let at: DownloadProgress =
    from.etag !== null && size >= from.done ? from : { done: 0, total: null, etag: null }
  for (let futile = 0; ;) {
    const before = at.done
    const onAdvance = (progress: DownloadProgress) => (at = progress)
    try {
      await receive(file, at, download, { ...guard, deadline, onAdvance })
      return
    } catch (error) {
      download.signal.throwIfAborted()
      if (deadline.aborted)
        throw new FetchRefusal(`The download took longer than ${guard.times.whole / 3_600_000} hours.`)
      if (!(error instanceof OutgoingError)) throw asRefusal(error)
      futile = at.etag !== null && at.done > before ? 0 : futile + 1
      // An answer of the site is final; a lost connection may come back.
      if (error.reason !== 'unreachable' || futile === MAX_FUTILE_TRIES) throw refusalOf(error)
      if (at.etag === null) at = { done: 0, total: null, etag: null }
    }
    await wait(guard.times.pause, undefined, { signal: download.signal })
  }
}

type Receiving = Guard & { deadline: AbortSignal; onAdvance: (progress: DownloadProgress) => void }

/** Writes one answer of the site to the file, behind the part that is there. */
async function receive(
  file: FileHandle,
  from: DownloadProgress,
  { url, max, tooLarge, signal, onProgress, requireSpace }: Download,
  { isAllowed, times, deadline, onAdvance }: Receiving,
): Promise<void> {
  const ending = new AbortController()
  const tick = () => ending.abort(new OutgoingError('unreachable', 'the site sends nothing'))
  let silence = setTimeout(tick, times.stall)
  let reports: Reports | null = null
  try {
    const signals = AbortSignal.any([signal, deadline, ending.signal])
    const part: Part = await requestPart(url, from, { isAllowed, signal: signals })
    let { done } = part
    const progress = () => ({ done, total: part.total, etag: part.etag })
    const refuseLonger = (size: number) => {
      if (size > max) throw new FetchRefusal(tooLarge)
    }
    refuseLonger(part.total ?? 0)
    await file.truncate(done)
    const report = async () => {
      const safe = progress()
      await file.datasync()
      await onProgress(safe)
    }
    reports = startReports(report, times.report, (error) => ending.abort(error))
    let checkedTo = -Infinity
    let head: Buffer<ArrayBuffer> | null = done === 0 ? Buffer.alloc(0) : null
    for await (const bytes of part.bytes()) {
      clearTimeout(silence)
      refuseLonger(done + bytes.length)
      if (head) head = refuseForeign(Buffer.concat([head, bytes]), done + bytes.length === part.total)
      if (done - checkedTo >= SPACE_CHECK_BYTES) {
        await requireSpace()
        checkedTo = done
      }
      await writeAll(file, bytes, done)
      done += bytes.length
      onAdvance(progress())
      silence = setTimeout(tick, times.stall)
    }
    if (part.total !== null && done !== part.total)
      throw new OutgoingError(
        'unreachable',
        `the site closed the connection after ${done} of ${part.total} bytes`,
      )
    part.total ??= done
    await reports.stop()
    await report()
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error
  } finally {
    clearTimeout(silence)
    await reports?.stop()
    // Closes the connection of an answer that was not read to its end.
    ending.abort()
  }
}

/** Refuses a file by its first bytes, so that it isn't loaded in vain. @returns the bytes so far, or null once they are enough. */
function refuseForeign(head: Buffer<ArrayBuffer>, isWhole: boolean): Buffer<ArrayBuffer> | null {
  if (head.length < EARLY_LENGTH && !isWhole) return head
  const problem = earlyProblem(head)
  if (problem) throw new FetchRefusal(`${problem}.`)
  return null
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
}

/** Says what a full disk means; other errors stay as they are. */
function asRefusal(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new FetchRefusal('The server has no space left for the file.')
    : error
}
