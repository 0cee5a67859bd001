import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError, forbidden } from '@granary/control-plane/kit/errors.ts'
import { blockList, plainAddress } from './client.ts'
import { OWN_NETWORKS } from './connection-limit.ts'

const isOwn = blockList(OWN_NETWORKS)

/** Headers by which proxies say that they forward a request. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
  'x-real-ip',
]

/**
 * Returns why a request may not read the metrics, or null. With a token it needs the token. Otherwise it must come from
 * this machine and through no proxy: behind one, every client seems to be here.
 */
export function metricsRefusal(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | null,
): ApiError | null {
  if (token !== null) {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(given), digest(token))
      ? null
      : new ApiError(401, 'Unauthorized', 'reading metrics needs the token of --metrics-token', {
          'www-authenticate': 'Bearer realm="metrics"',
        })
  }
  const isHere = isOwn(plainAddress(socket.remoteAddress ?? ''))
  if (isHere && !FORWARDED.some((name) => headers[name] !== undefined)) return null
  return forbidden('metrics are only for clients on this machine, or with a token (--metrics-token)')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
