import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Log } from '@granary/control-plane/kit/log.ts'

/** The origin of a request. Only headers of trusted proxies count for it. */
export type Client = {
  /** `unknown` when the connection is already gone. */
  address: string
  /** Whether the client speaks TLS to this server, or to the proxy before it. */
  encrypted: boolean
  /** Host and port of this site as the client wrote them, where a trusted proxy passes them on. */
  forwardedHost: string | null
}

/** Identifies the client of a request. */
export type ClientOf = (incoming: IncomingMessage) => Client

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
      (socket as TLSSocket).encrypted === true || (believed && forwardedProto(headers) === 'https')
    return {
      address: believed ? forwardedFor(peer, headers['x-forwarded-for'], proxies) : peer || 'unknown',
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
