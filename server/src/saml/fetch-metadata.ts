import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { SamlRefusal } from '@granary/control-plane/kit/saml.ts'
import { guardedLookup, reachable, type Reachable } from './reachable.ts'

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
const REDIRECTS = 3

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
    let from = checked(url, isAllowed)
    for (let hops = 0; hops <= REDIRECTS; hops++) {
      const answer = await ask(from, isAllowed, signal)
      const { location } = answer.headers
      if (answer.statusCode === 200) return await textOf(answer)
      answer.destroy()
      if (!location || ![301, 302, 303, 307, 308].includes(answer.statusCode ?? 0))
        throw failed(`it answers with status ${answer.statusCode}`)
      if (!URL.canParse(location, from)) throw failed('it redirects to an invalid address')
      from = redirected(new URL(location, from).href, isAllowed)
    }
    throw failed(`it redirects more than ${REDIRECTS} times`)
  } catch (error) {
    if (error instanceof SamlRefusal) throw error
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

/** @throws SamlRefusal that does not tell what a site redirects to. */
function redirected(text: string, isAllowed: Reachable): URL {
  try {
    return checked(text, isAllowed)
  } catch (error) {
    throw error instanceof SamlRefusal ? failed(`a redirect: ${error.detail ?? error.message}`) : error
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
  if (isIP(host) && !isAllowed(host)) throw failed('this address is not allowed')
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
