import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** This machine itself. */
const LOOPBACK = [
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
] as const
/**
 * Addresses that are never a public web server: this network, link-local (where clouds serve the secrets of their
 * machines), multicast, and IPv4 translated to IPv6. Private networks are missing on purpose, because an organisation's
 * own provider is there.
 */
const BLOCKED_NETWORKS = [
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
] as const

/** Decides whether metadata may be fetched from an address. */
export type Reachable = (address: string) => boolean

/** @param allowLoopback whether connections to this machine itself are allowed. */
export function reachable(allowLoopback: boolean): Reachable {
  const refused = new BlockList()
  for (const [network, bits, family] of allowLoopback ? BLOCKED_NETWORKS : [...BLOCKED_NETWORKS, ...LOOPBACK])
    refused.addSubnet(network, bits, family)
  return (address) => {
    const family = isIP(address)
    return family !== 0 && !refused.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * Resolves a host as usual, and fails when any of its addresses is forbidden. The connection uses the checked
 * addresses.
 */
export const guardedLookup =
  (isAllowed: Reachable): LookupFunction =>
  (hostname, options, callback) =>
    lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0)
      if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
        return callback(new Error('this address is not allowed'), '', 0)
      if (options.all) return callback(null, found)
      callback(null, found[0]!.address, found[0]!.family)
    })
