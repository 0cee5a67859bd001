import type { IncomingMessage } from 'node:http'
import { ApiError } from '@granary/control-plane/kit/base/errors.ts'

type Arrived = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url' | 'httpVersion'>

/**
 * Returns the refusal of a request that a proxy may understand in another way than this server, or null: it may have checked another
 * host, or may find another request after this one. So the connection ends with the refusal.
 */
export function smugglingRefusal(incoming: Arrived): ApiError | null {
  const { headers, httpVersion } = incoming
  // RFC 9113 section 8.3.1. It forbids transfer encodings, which the parser refuses.
  if (httpVersion === '2.0')
    return hasOtherHost(incoming) ? new ApiError(400, undefined, 'malformed request') : null
  const encoding = headers['transfer-encoding']
  if (hasSeveralHosts(incoming)) return lastRefusal(400, 'malformed request')
  if (encoding === undefined) return null
  // RFC 9112 section 6.1: HTTP/1.0 has no transfer encodings.
  if (httpVersion === '1.0') return lastRefusal(400, 'malformed request')
  if (encoding.trim().toLowerCase() !== 'chunked')
    return lastRefusal(501, 'the only transfer encoding that this server knows is chunked')
  return null
}

const lastRefusal = (status: 400 | 501, message: string) =>
  new ApiError(status, undefined, message, { connection: 'close' })

/** Proxies and servers may choose different ones of several hosts (RFC 9112 section 3.2), in headers or in a whole address. */
function hasSeveralHosts({ rawHeaders, headers, url = '' }: Arrived): boolean {
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && /^host$/i.test(name))
  const { host = '' } = headers
  const isOther =
    /^https?:/i.test(url) && hostOf(url) !== hostOf(url.replace(/\/\/[^/?#]*/, () => `//${host}`))
  return names.length > 1 || isOther
}

/** Whether a request over HTTP/2 names another host or scheme than it is for. */
function hasOtherHost(incoming: Arrived): boolean {
  const { headers } = incoming
  const authority = headers[':authority'] ?? headers.host
  return headers[':scheme'] !== 'https' || authority !== headers.host || hasSeveralHosts(incoming)
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)
