import ipaddr from 'ipaddr.js'

export type IpVersion = 'v4' | 'v6'

/** IPv4 addresses live in the IPv4-mapped part of the 128 bits, so that one column holds and compares both families. */
const V4_PREFIX = '00000000000000000000ffff'

const bytesOf = (text: string): number[] => {
  const address = ipaddr.parse(text)
  return address.kind() === 'ipv4' ? (address as ipaddr.IPv4).toIPv4MappedAddress().toByteArray() : address.toByteArray()
}

const hex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** An address as 32 hex digits: text that compares as the addresses do. @throws when it is no address. */
export const fixedWidth = (address: string): string => hex(bytesOf(address))

/** The usual text of an address from its 32 hex digits. */
export function fromFixedWidth(fixed: string): string {
  const bytes = fixed.match(/../g)!.map((byte) => Number.parseInt(byte, 16))
  return versionOfFixed(fixed) === 'v4' ? bytes.slice(12).join('.') : ipaddr.fromByteArray(bytes).toString()
}

/** The family of an address in its 32 hex digits. */
export const versionOfFixed = (fixed: string): IpVersion => (fixed.startsWith(V4_PREFIX) ? 'v4' : 'v6')

/** The family of an address or network, or null when the text is neither. */
export function ipVersion(text: string): IpVersion | null {
  const address = text.split('/')[0]!
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return 'v4'
  return ipaddr.IPv6.isValid(address) ? 'v6' : null
}

/** What is wrong with an address, or null. IPv4 is a dotted quad; IPv6 may be compressed, have a zone or end in a quad. */
export const ipProblem = (text: string): string | null => (ipVersion(text) && !text.includes('/') ? null : 'Not a valid IP address')

const MAX_WIDTH = { v4: 32, v6: 128 }

/** What is wrong with a network in the form `address/width`, or null. */
export function ipNetProblem(text: string): string | null {
  const parts = text.split('/')
  if (parts.length !== 2) return 'Must contain an IP address and a width, separated by a /'
  const [address, width] = parts as [string, string]
  const version = ipVersion(address)
  if (!version) return 'Not a valid IP address'
  if (!/^\d+$/.test(width)) return 'Width must be an integer'
  return Number(width) > MAX_WIDTH[version] ? `Max width for IP${version} is ${MAX_WIDTH[version]}` : null
}

const big = (fixed: string): bigint => BigInt(`0x${fixed}`)
const fixedOf = (value: bigint): string => value.toString(16).padStart(32, '0')

/** The address after this one; both in 32 hex digits. */
export const nextAddress = (fixed: string): string => fixedOf(big(fixed) + 1n)

/** The width of a network: 22 of `172.30.0.0/22`. */
export const prefixLength = (network: string): number => Number(network.split('/')[1])

/** First and last address of a network, in 32 hex digits. */
export function networkBounds(network: string): { first: string; last: string } {
  const address = network.split('/')[0]!
  const hostBits = BigInt(MAX_WIDTH[ipVersion(address)!] - prefixLength(network))
  const first = (big(fixedWidth(address)) >> hostBits) << hostBits
  return { first: fixedOf(first), last: fixedOf(first + (1n << hostBits) - 1n) }
}

/** Whether an address lies in a network of its family. */
export function subnetContains(network: string, address: string): boolean {
  if (ipVersion(network) !== ipVersion(address)) return false
  const { first, last } = networkBounds(network)
  const fixed = fixedWidth(address)
  return fixed >= first && fixed <= last
}

/** Whether two networks share an address. */
export function networksOverlap(one: string, other: string): boolean {
  const [a, b] = [networkBounds(one), networkBounds(other)]
  return a.first <= b.last && b.first <= a.last
}

/** Addresses at the beginning of a subnet that the network itself uses. */
export const RESERVED_ADDRESSES = 5

/** The first and last address of a subnet that an interface may have, in 32 hex digits. */
export function usableBounds(block: string): { first: string; last: string } {
  const { first, last } = networkBounds(block)
  const broadcast = ipVersion(block) === 'v4' ? 1n : 0n
  return { first: fixedOf(big(first) + BigInt(RESERVED_ADDRESSES)), last: fixedOf(big(last) - broadcast) }
}

/** Why an address of a subnet cannot be given to an interface, or null. */
export function reservedAddressProblem(block: string, address: string): string | null {
  const usable = usableBounds(block)
  const fixed = fixedWidth(address)
  if (fixed < usable.first) return `The first ${RESERVED_ADDRESSES} addresses of a subnet are reserved`
  return fixed > usable.last ? 'Cannot request a broadcast address' : null
}

/**
 * The lowest address of a subnet that an interface may have and none has, or null when all are taken. It never walks
 * through the block, only through what is taken.
 * @param taken in 32 hex digits, ascending.
 * @returns in 32 hex digits.
 */
export function lowestFreeAddress(block: string, taken: readonly string[]): string | null {
  const { first, last } = usableBounds(block)
  let candidate = first
  for (const address of taken) {
    if (address > candidate) break
    if (address === candidate) candidate = nextAddress(candidate)
  }
  return candidate <= last ? candidate : null
}

/** Addresses in an inclusive range. */
export const rangeSize = (first: string, last: string): bigint => big(fixedWidth(last)) - big(fixedWidth(first)) + 1n

const MAC_FIRST = 0xa8_40_25_f0_00_00
/** How many hardware addresses instances' interfaces can have: A8:40:25:F0:00:00 to A8:40:25:FE:FF:FF. */
export const MAC_COUNT = 0x0f_00_00

/** One of them by number, from 0. */
export const macAddress = (number: number): string =>
  (MAC_FIRST + number).toString(16).toUpperCase().padStart(12, '0').match(/../g)!.join(':')

/** What is wrong with a port or a range of ports such as `22` or `8000-8080`, or null. */
export function portRangeProblem(text: string): string | null {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim())
  if (!match) return 'Not a valid port range'
  const first = Number(match[1])
  const last = Number(match[2] ?? match[1])
  if (first < 1 || last > 65_535) return 'Ports are 1 to 65535'
  return last < first ? 'The end of a range must not be below its start' : null
}
