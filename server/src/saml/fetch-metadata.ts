import type { IncomingMessage } from 'node:http'
import { SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import { openAddress, OutgoingError } from '../outgoing/open-address.ts'
import { reachable } from '../outgoing/reachable.ts'

export type FetchOptions = {
  /** Networks that metadata may come from although they are not public, such as an organisation's own. */
  allowedNetworks: readonly string[]
  /** Milliseconds for the whole download. */
  timeout?: number
}

/** Milliseconds. */
const TIMEOUT = 5_000
/** Bytes. */
const MAX_METADATA_BYTES = 1_048_576

const HEADERS = {
  accept: 'application/samlmetadata+xml, application/xml, text/xml',
  'accept-encoding': 'identity',
}

/**
 * Fetches metadata by http or https. A silo's admin chooses the address, so this connects to public addresses and allowed
 * networks only, follows few redirects, and says the same of every failure: otherwise an admin could search the network
 * of the server for machines and open ports.
 * @throws SamlRefusal
 */
export async function fetchMetadata(url: string, options: FetchOptions): Promise<string> {
  const isAllowed = reachable(options.allowedNetworks)
  const timeout = options.timeout ?? TIMEOUT
  const signal = AbortSignal.timeout(timeout)
  try {
    return await textOf(await openAddress(url, { isAllowed, signal, headers: HEADERS }))
  } catch (error) {
    if (error instanceof SamlRefusal) throw error
    if (error instanceof OutgoingError && error.reason === 'malformed') throw new SamlRefusal(error.message)
    if (signal.aborted) throw failed(`it does not answer within ${timeout / 1000} seconds`)
    throw failed(error instanceof Error ? error.message : 'it cannot be fetched')
  }
}

/** Returns the one error for everything that happens in the network. @param detail for the operator's log. */
const failed = (detail: string) =>
  new SamlRefusal(
    'metadata could not be fetched from this address; check it, or upload the metadata as a file',
    detail,
  )

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > MAX_METADATA_BYTES) {
      answer.destroy()
      throw failed(`it is longer than ${MAX_METADATA_BYTES} bytes`)
    }
    parts.push(part)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw failed('it is not UTF-8')
  }
}
