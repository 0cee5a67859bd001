import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { hostname } from 'node:os'
import type { TLSSocket } from 'node:tls'
import type { Log } from '@granary/control-plane/kit/log/log.ts'
import type { Answered, Bindings } from '@granary/control-plane/kit/request/bindings.ts'
import { compress } from './compress.ts'
import type { IncomingBytes } from './incoming-bytes.ts'

/** The origin of a request. Only headers of trusted proxies count for it. */
export type Client = {
  /** `unknown` when the connection is already gone. */
  address: string
  /** See `isFromHere`. */
  isLocal: boolean
  /** Whether the client speaks TLS to this server, or to the proxy before it. */
  encrypted: boolean
  /** Host and port of this site as the client wrote them, where a trusted proxy passes them on. */
  forwardedHost: string | null
}

/** Identifies the client of a request. */
export type ClientOf = (incoming: IncomingMessage) => Client

/** Facts of one request: the control plane's bindings, and the ones that only the server needs. */
export type RequestBindings = Bindings & {
  /** The client connected by https, to this server or to a proxy before it. */
  encrypted: boolean
  /** Releases the body: the request is answered and nothing reads its bytes any more. */
  release: () => void
}

/** Collects the facts of each incoming request. One that is upgraded has no answer. */
export type BindingsOf = (
  request: Request,
  incoming: IncomingMessage,
  outgoing?: ServerResponse,
) => RequestBindings

export const requestBindings =
  (clientOf: ClientOf, bytes: IncomingBytes, onAnswer: (answered: Answered) => void): BindingsOf =>
  (request, incoming, outgoing) => {
    const { address, isLocal, encrypted, forwardedHost } = clientOf(incoming)
    const origin = `${encrypted ? 'https' : 'http'}://${forwardedHost ?? new URL(request.url).host}`
    const requestId = crypto.randomUUID()
    return {
      requestId,
      clientAddress: address,
      isLocal,
      origin,
      encrypted,
      onAnswer,
      compress,
      ...bytes(request, incoming, outgoing),
    }
  }

/**
 * @param trusted addresses and networks of proxies whose `X-Forwarded-…` headers are trusted.
 * @param log gets one warning when a peer that isn't trusted forwards requests: all clients behind it share one address.
 */
export function clientBehindProxies(trusted: readonly string[], log: Log = () => {}): ClientOf {
  const proxies = blockList(trusted)
  let warned = false
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '')
    const believed = proxies(peer)
    if (!believed && !warned && headers['x-forwarded-for'] !== undefined) {
      warned = true
      log(
        'warn',
        'ignoring X-Forwarded-For of a peer that is no trusted proxy; if it is your proxy, add it to --trusted-proxies',
        { peer },
      )
    }
    const encrypted =
      (socket as TLSSocket).encrypted === true || (believed && SECURE.has(forwardedProto(headers) ?? ''))
    return {
      address: believed ? forwardedFor(peer, headers['x-forwarded-for'], proxies) : peer || 'unknown',
      isLocal: isFromHere(peer, headers),
      encrypted,
      forwardedHost: believed ? forwardedHost(headers['x-forwarded-host']) : null,
    }
  }
}

/** Returns the last address of the chain that isn't a trusted proxy. Any client can forge the ones before it. */
function forwardedFor(
  peer: string,
  header: string | string[] | undefined,
  proxies: (address: string) => boolean,
): string {
  const chain = [header ?? []].flat().join(',').split(',')
  let client = peer
  while (chain.length > 0 && proxies(client)) {
    const before = plainAddress(withoutPort(chain.pop()!.trim()))
    if (!isIP(before)) break
    client = before
  }
  return client
}

/** Some proxies add the port of the client (Azure Application Gateway): `192.0.2.7:49152`, `[2001:db8::7]:49152`. */
const withoutPort = (text: string): string => {
  const [, inBrackets, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  return inBrackets ?? plain ?? text
}

/** Returns the host that the first proxy was asked for; each proxy adds one. Null when it isn't a valid host. */
function forwardedHost(header: string | string[] | undefined): string | null {
  const host = [header ?? []].flat().at(0)?.split(',')[0]?.trim() ?? ''
  return /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(host) ? host : null
}

/** Traefik calls the scheme of a websocket `wss`. */
const SECURE: ReadonlySet<string> = new Set(['https', 'wss'])

const forwardedProto = (headers: IncomingMessage['headers']): string | undefined =>
  [headers['x-forwarded-proto'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim().toLowerCase()

/** Writes an IPv4 address that arrived over an IPv6 socket as IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns whether an address is in one of the networks (`10.0.0.0/8`, or a single address). */
export function blockList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string?]
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

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

/** Whether a request of a peer comes from this machine and through no proxy: behind one, every client seems to be here. */
export const isFromHere = (peer: string, headers: IncomingMessage['headers']): boolean =>
  isOwn(peer) && !FORWARDED.some((name) => headers[name] !== undefined)

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
