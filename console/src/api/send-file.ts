import type { Call, CallOutput } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { isRecorded, type Parts } from './first-request.ts'
import { takeAnswer, unreachable, urlOf } from './request.ts'

type Options = {
  /** Content type of the file. */
  type: string
  /** Called with the bytes that were sent so far. */
  onProgress?: (sent: number) => void
  /** Aborts the request; the promise then never settles. */
  signal?: AbortSignal
}

/**
 * Sends an operation whose body is a file, byte by byte. Uses XMLHttpRequest, because `fetch` reports no upload progress.
 * @param input its path and query, and for `Show as` the body.
 * @throws ApiError as `request` does.
 */
export async function sendFile<Id extends OperationId>(
  call: Call<Id>,
  input: Parts,
  file: Blob,
  { type, onProgress, signal }: Options,
): Promise<CallOutput<Id>> {
  if (isRecorded(call, input)) return new Promise(() => {})
  const url = urlOf(call, input)
  const request = new XMLHttpRequest()
  const ended = Promise.withResolvers<void>()
  request.open(call.method, url)
  request.setRequestHeader('content-type', type)
  request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded))
  request.addEventListener('load', () => ended.resolve())
  request.addEventListener('error', () => ended.reject(unreachable()))
  signal?.addEventListener('abort', () => request.abort())
  request.send(file)
  await ended.promise
  const requestId = request.getResponseHeader('x-request-id')
  const response = new Response(null, {
    status: request.status,
    headers: requestId ? { 'x-request-id': requestId } : {},
  })
  return takeAnswer(call, url, response, request.responseText)
}
