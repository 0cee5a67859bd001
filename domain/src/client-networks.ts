import { fixedWidth, fromFixedWidth, ipVersion } from './ip.ts'

/** Hex digits of an IPv6 network of 64 bits. */
const NETWORK_DIGITS = 16

/**
 * Returns the network by which a client is counted: its IPv4 address, or its IPv6 network of 64 bits, in which one
 * client can take any address. A text that is no address stays as it is.
 */
export function clientNetwork(address: string): string {
  if (ipVersion(address) === null) return address
  const fixed = fixedWidth(address)
  const plain = fromFixedWidth(fixed)
  if (ipVersion(plain) === 'v4') return plain
  return `${fromFixedWidth(fixed.slice(0, NETWORK_DIGITS).padEnd(32, '0'))}/64`
}

/** Hex digits of an IPv6 network of 20 bits. */
const LARGE_NETWORK_DIGITS = 5

/**
 * Returns the large network of a client, which belongs to one provider or a few: the first 8 bits of an IPv4 address, or 20 bits of an IPv6
 * address. A text that is no address stays as it is.
 */
export function largeNetwork(address: string): string {
  const network = clientNetwork(address)
  if (ipVersion(network) === 'v4') return `${network.split('.')[0]}.0.0.0/8`
  if (!network.endsWith('/64')) return network
  const fixed = fixedWidth(network.slice(0, -'/64'.length))
  return `${fromFixedWidth(fixed.slice(0, LARGE_NETWORK_DIGITS).padEnd(32, '0'))}/20`
}
