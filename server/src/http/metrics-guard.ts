import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError, forbidden } from '@granary/control-plane/kit/base/errors.ts'
import { isFromHere, isToHere, plainAddress } from './client.ts'

/**
 * Returns why a request may not read the metrics, or null. With a token it needs the token. Otherwise it must come from
 * this machine, name it as the host, and come through no proxy.
 */
export function metricsRefusal(
  incoming: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | null,
): ApiError | null {
  if (token !== null) {
    const given = /^bearer +(\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(given), digest(token))
      ? null
      : new ApiError(401, 'Unauthorized', 'reading metrics needs the token of --metrics-token', {
          'www-authenticate': 'Bearer realm="metrics"',
        })
  }
  if (isFromHere(plainAddress(incoming.socket.remoteAddress ?? ''), incoming.headers)) {
    if (isToHere(incoming)) return null
    return forbidden(
      'without a token (--metrics-token), metrics are only under the name "localhost" or an address like 127.0.0.1',
    )
  }
  return forbidden('metrics are only for clients on this machine, or with a token (--metrics-token)')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
