import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { blockList } from '../http/client.ts'

/**
 * Networks that are no public web server: this machine, private and shared networks, link-local (where clouds serve the
 * secrets of their machines), multicast, benchmarks, segment routing, and IPv6 forms and relays that stand for an IPv4 address
 * (https://www.iana.org/assignments/iana-ipv6-special-registry). Those for documentation are nowhere.
 */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:2::/48',
  '2002::/16',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

/** The message of an address that the operator has not allowed. */
export const NOT_ALLOWED = 'this address is not allowed'

/** Decides whether the server may connect to an address. */
export type Reachable = (address: string) => boolean

/** The addresses of this machine. Services that a firewall hides from the network are open to its own programs. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address.split('%')[0]!))

/**
 * @param allowed networks that may be asked although they are not public.
 * @param own returns the addresses of this machine, which may change.
 */
export function reachable(allowed: readonly string[], own = ownAddresses): Reachable {
  const isNotPublic = blockList(NOT_PUBLIC)
  const isAllowed = blockList(allowed)
  const isOwn = (address: string) => blockList(own())(address)
  return (address) => isIP(address) > 0 && (isAllowed(address) || (!isNotPublic(address) && !isOwn(address)))
}

/**
 * Resolves a host as usual, and fails when any of its addresses is forbidden. The connection uses the checked
 * addresses, so a name that resolves to another address a moment later gains nothing.
 */
export const guardedLookup =
  (isAllowed: Reachable, resolve = lookUp): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0)
      if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
        return callback(new Error(NOT_ALLOWED), '', 0)
      if (options.all) return callback(null, found)
      callback(null, found[0]!.address, found[0]!.family)
    })
