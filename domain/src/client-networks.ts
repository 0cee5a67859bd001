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
