import type { IncomingMessage } from 'node:http'
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
