import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import { blockList, plainAddress } from './client.ts'

/** Connections of this machine itself: its admins, and proxies that nobody declared as trusted. */
export const OWN_NETWORKS = ['127.0.0.0/8', '::1']

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

/** Whether a request comes from this machine and through no proxy: behind one, every client seems to be here. */
export const isFromHere = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isOwn(plainAddress(socket.remoteAddress ?? '')) && !FORWARDED.some((name) => headers[name] !== undefined)

/**
 * Whether a request names this machine as its host. A page of another site can make a browser on this machine ask its own site's
 * name, once that name resolves to this machine (DNS rebinding).
 */
export function isToHere({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const name = hostOf(headers.host ?? '')
  return name === 'localhost' || name === hostname().toLowerCase() || isOwn(plainAddress(name))
}

/** Returns the name or address of a Host header, in lower case and without its port; nothing if it is malformed. */
function hostOf(header: string): string {
  const url = `http://${header}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
}
