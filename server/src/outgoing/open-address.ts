import { get as getHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { guardedLookup, NOT_ALLOWED, type Reachable } from './reachable.ts'

const REDIRECTS = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 3
/** Some sites refuse requests without one. */
const USER_AGENT = 'Granary (fetches images and metadata for its users)'

/** Why an address can't be opened: the caller's text is no web address, or something in the network. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
  readonly reason: 'malformed' | 'unreachable' | 'refused'

  /**
   * @param reason `unreachable`: no connection, or not to this address; `refused`: the site answered, but not with the
   *   content.
   * @param cause Node's error, whose message may name addresses of an internal network.
   */
  constructor(reason: OutgoingError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export type OpenOptions = {
  isAllowed: Reachable
  signal: AbortSignal
  headers: OutgoingHttpHeaders
  /** How many redirects are followed; 3 unless given. */
  maxRedirects?: number
  /** Statuses of an answer with content; 200 unless given. */
  statuses?: readonly number[]
}

/**
 * Opens a web address that a user chose. Connects to allowed addresses only, at every redirect, because a user could
 * otherwise reach machines that only the server can.
 * @returns the answer with its unread body.
 * @throws OutgoingError
 */
export async function openAddress(url: string, options: OpenOptions): Promise<IncomingMessage> {
  const { isAllowed, statuses = [200], maxRedirects = MAX_REDIRECTS } = options
  let from = checkedAddress(url, isAllowed)
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const answer = await ask(from, options)
    const { statusCode = 0, headers } = answer
    if (statuses.includes(statusCode)) return answer
    answer.destroy()
    if (!headers.location || !REDIRECTS.includes(statusCode))
      throw new OutgoingError('refused', `it answers with status ${statusCode}`)
    from = redirected(headers.location, from, isAllowed)
  }
  throw new OutgoingError('refused', `it redirects more than ${maxRedirects} times`)
}

/** @throws OutgoingError that is not about the caller's own text. */
function redirected(location: string, from: URL, isAllowed: Reachable): URL {
  if (!URL.canParse(location, from.href))
    throw new OutgoingError('refused', 'it redirects to an invalid address')
  try {
    return checkedAddress(new URL(location, from).href, isAllowed)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const reason = error.reason === 'malformed' ? 'refused' : error.reason
    throw new OutgoingError(reason, `a redirect: ${error.message}`)
  }
}

/**
 * Returns a web address without user names or passwords, and not of a forbidden IP address.
 * @throws OutgoingError for an invalid or forbidden address.
 */
export function checkedAddress(text: string, isAllowed: Reachable): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new OutgoingError('malformed', 'must be an address that begins with https:// or http://')
  if (url.username || url.password)
    throw new OutgoingError('malformed', 'may not have a user name or password in it')
  // A socket that gets an IP address does no lookup; names are checked when they are resolved.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isAllowed(host)) throw new OutgoingError('unreachable', NOT_ALLOWED)
  return url
}

function ask(url: URL, { isAllowed, signal, headers }: OpenOptions): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    const options = {
      agent: false,
      signal,
      lookup: guardedLookup(isAllowed),
      headers: { 'user-agent': USER_AGENT, ...headers },
    }
    const request = get(url, options, resolve)
    request.on('error', (error) => reject(new OutgoingError('unreachable', error.message, error)))
  })
}
