import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** This machine itself. */
const LOOPBACK = [
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
] as const
/**
 * What is nobody's web server: this network, link-local (where clouds have their machines' secrets), many at once, and IPv4
 * written as IPv6 by translators. Private networks are not here, because that is where an organisation's own provider is.
 */
const NEVER = [
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
] as const

/** Whether metadata may be fetched from an address. */
export type Reachable = (address: string) => boolean

/** @param allowLoopback whether this machine itself may be asked. */
export function reachable(allowLoopback: boolean): Reachable {
  const refused = new BlockList()
  for (const [network, bits, family] of allowLoopback ? NEVER : [...NEVER, ...LOOPBACK])
    refused.addSubnet(network, bits, family)
  return (address) => {
    const family = isIP(address)
    return family !== 0 && !refused.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Looks a host up as usual and fails when any of its addresses may not be asked: what is checked is what is connected to. */
export const guardedLookup =
  (mayAsk: Reachable): LookupFunction =>
  (hostname, options, callback) =>
    lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0)
      if (found.length === 0 || !found.every(({ address }) => mayAsk(address)))
        return callback(new Error('this address may not be asked'), '', 0)
      if (options.all) return callback(null, found)
      callback(null, found[0]!.address, found[0]!.family)
    })
