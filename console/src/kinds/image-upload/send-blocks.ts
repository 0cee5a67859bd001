import { type SendBlocks, TimedOutError, UnreadableFileError } from '@granary/image-upload/host.ts'
import { takeAnswer, unreachable, urlOf } from '../../api/request.ts'

/** Milliseconds without progress in either direction before a chunk is aborted. */
const STALL_TIMEOUT_MS = 30_000

/**
 * Writes a chunk of an image. Uses XMLHttpRequest, because `fetch` reports no upload progress, which
 * distinguishes a slow link from a dead one.
 */
export const sendBlocks: SendBlocks = async (call, input, part, signal) => {
  signal.throwIfAborted()
  const url = urlOf(call, input)
  const request = new XMLHttpRequest()
  const ended = Promise.withResolvers<void>()
  let timer: ReturnType<typeof setTimeout>
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      ended.reject(new TimedOutError())
      request.abort()
    }, STALL_TIMEOUT_MS)
  }
  const cancel = () => {
    ended.reject(signal.reason)
    request.abort()
  }
  request.open(call.method, url)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.upload.addEventListener('progress', moved)
  request.upload.addEventListener('load', moved)
  request.addEventListener('load', () => ended.resolve())
  request.addEventListener('error', () => ended.reject(unreachable()))
  signal.addEventListener('abort', cancel)
  moved()
  try {
    request.send(part)
    await ended.promise
  } catch (error) {
    if (!signal.aborted && part instanceof Blob) await mustBeReadable(part)
    throw error
  } finally {
    clearTimeout(timer!)
    signal.removeEventListener('abort', cancel)
  }
  const requestId = request.getResponseHeader('x-request-id')
  await takeAnswer(
    call,
    url,
    new Response(null, { status: request.status, headers: requestId ? { 'x-request-id': requestId } : {} }),
    request.responseText,
  )
}

/** Detects a changed file, which otherwise looks like a lost connection and is retried forever. */
async function mustBeReadable(part: Blob): Promise<void> {
  await part
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new UnreadableFileError()
    })
}
