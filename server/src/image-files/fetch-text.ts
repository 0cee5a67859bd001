import { FetchRefusal } from '@granary/control-plane/kit/base/image-files.ts'
import { openAddress, OutgoingError } from '../outgoing/open-address.ts'
import type { Reachable } from '../outgoing/reachable.ts'
import { MAX_REDIRECTS } from './part.ts'
import { refusalOf } from './words.ts'

/** Bytes. A list of checksums has a few kilobytes. */
const MAX_TEXT_BYTES = 1_048_576

/**
 * Fetches a short text.
 * @param timeout milliseconds for all of it.
 * @throws FetchRefusal; the signal's reason when it is aborted.
 */
export async function fetchText(
  url: string,
  { isAllowed, signal, timeout }: { isAllowed: Reachable; signal: AbortSignal; timeout: number },
): Promise<string> {
  const deadline = AbortSignal.timeout(timeout)
  try {
    const headers = { 'accept-encoding': 'identity' }
    const answer = await openAddress(url, {
      maxRedirects: MAX_REDIRECTS,
      isAllowed,
      signal: AbortSignal.any([signal, deadline]),
      headers,
    })
    const parts: Buffer[] = []
    let size = 0
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.byteLength
      if (size > MAX_TEXT_BYTES)
        throw new FetchRefusal(`The list of checksums is longer than ${MAX_TEXT_BYTES} bytes.`)
      parts.push(part)
    }
    return Buffer.concat(parts).toString()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FetchRefusal) throw error
    if (deadline.aborted)
      throw new FetchRefusal('The site with the list of checksums does not answer in time.')
    const { message } = error as Error
    const { message: why } = refusalOf(
      error instanceof OutgoingError ? error : new OutgoingError('unreachable', message, error),
    )
    throw new FetchRefusal(`The list of checksums could not be fetched. ${why}`)
  }
}
