import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { SamlRefusal } from '@granary/control-plane/kit/saml.ts'
import { guardedLookup, reachable, type Reachable } from './reachable.ts'

export type FetchOptions = {
  /** Whether metadata may come from this machine itself. */
  allowLoopback: boolean
  /** Milliseconds for the whole download. */
  timeout?: number
}

/** Milliseconds. */
const TIMEOUT = 5_000
/** Bytes. */
const MAX_METADATA_BYTES = 1_048_576
const REDIRECTS = 3

/**
 * Fetches metadata by http or https. A silo's admin chooses the address, so this connects to no address that is only
 * for this machine, follows few redirects, and reveals little of the answer.
 * @throws SamlRefusal
 */
export async function fetchMetadata(url: string, options: FetchOptions): Promise<string> {
  const isAllowed = reachable(options.allowLoopback)
  const timeout = options.timeout ?? TIMEOUT
  const signal = AbortSignal.timeout(timeout)
  try {
    let from = checked(url, isAllowed)
    for (let hops = 0; hops <= REDIRECTS; hops++) {
      const answer = await ask(from, isAllowed, signal)
      const { location } = answer.headers
      if (answer.statusCode === 200) return await textOf(answer)
      answer.destroy()
      if (!location || ![301, 302, 303, 307, 308].includes(answer.statusCode ?? 0))
        throw new SamlRefusal(`it answers with status ${answer.statusCode}`)
      if (!URL.canParse(location, from)) throw new SamlRefusal('it redirects to an invalid address')
      from = checked(new URL(location, from).href, isAllowed)
    }
    throw new SamlRefusal(`it redirects more than ${REDIRECTS} times`)
  } catch (error) {
    if (error instanceof SamlRefusal) throw error
    throw new SamlRefusal(
      signal.aborted ? `it does not answer within ${timeout / 1000} seconds` : 'it cannot be fetched',
    )
  }
}

/** @throws SamlRefusal for an invalid or forbidden address. */
function checked(text: string, isAllowed: Reachable): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new SamlRefusal('must be an address that begins with https:// or http://')
  if (url.username || url.password) throw new SamlRefusal('may not have a user name or password in it')
  // Names are checked when they are resolved.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isAllowed(host)) throw new SamlRefusal('this address is not allowed')
  return url
}

function ask(url: URL, isAllowed: Reachable, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      {
        agent: false,
        signal,
        lookup: guardedLookup(isAllowed),
        headers: {
          accept: 'application/samlmetadata+xml, application/xml, text/xml',
          'accept-encoding': 'identity',
        },
      },
      resolve,
    )
    request.on('error', reject)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > MAX_METADATA_BYTES) {
      answer.destroy()
      throw new SamlRefusal(`it is longer than ${MAX_METADATA_BYTES} bytes`)
    }
    parts.push(part)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw new SamlRefusal('it is not UTF-8')
  }
}
