import ipaddr from 'ipaddr.js'

export type IpVersion = 'v4' | 'v6'

/** IPv4 addresses use the IPv4-mapped part of IPv6, so that one column stores and compares both families. */
const V4_PREFIX = '00000000000000000000ffff'

const V4_OFFSET = 0xffffn << 32n

type Parsed = { version: IpVersion; value: bigint }

/** Parses an address of either family, or returns null. The library also accepts invalid texts, so it comes last. */
function parse(text: string): Parsed | null {
  const v4 = v4Value(text)
  if (v4 !== null) return { version: 'v4', value: V4_OFFSET + BigInt(v4) }
  const [, digits, zone] = /^([0-9a-f:.]+)(%[0-9a-z]{1,15})?$/i.exec(text) ?? []
  const groups = digits === undefined ? null : withoutQuad(digits)
  if (groups === null || !ipaddr.IPv6.isValid(groups)) return null
  const value = valueOf(ipaddr.IPv6.parse(groups).toByteArray())
  // A zone names the host's network of a link-local address, as long as the name of an interface. No other address has one.
  return zone === undefined || value >> 118n === LINK_LOCAL ? { version: 'v6', value } : null
}

const LINK_LOCAL = 0xfe80n >> 6n

/**
 * Converts a trailing dotted quad to hex, the only form that the library parses correctly; null for an invalid quad.
 */
function withoutQuad(text: string): string | null {
  const quad = /^(.*:)([^:]*\.[^:]*)$/.exec(text)
  if (!quad) return text.includes('.') ? null : text
  const [, head = '', tail = ''] = quad
  const value = v4Value(tail)
  if (value === null) return null
  return `${head}${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`
}

const valueOf = (bytes: readonly number[]): bigint =>
  bytes.reduce((value, byte) => (value << 8n) + BigInt(byte), 0n)

const V4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

/** Parses an IPv4 address, or returns null. A firewall has ten thousand of them, which take the library a tenth of a second. */
function v4Value(text: string): number | null {
  const match = V4.exec(text)
  if (!match) return null
  let value = 0
  for (let group = 1; group <= 4; group++) {
    const byte = Number(match[group])
    if (byte > 255) return null
    value = value * 256 + byte
  }
  return value
}

const parsed = (text: string): Parsed => {
  const address = parse(text)
  if (!address) throw new RangeError(`"${text}" is not an IP address`)
  return address
}

/**
 * Returns an address as 32 hex digits, which sort in address order. Drops the zone, which has a meaning on one host
 * only. IPv4 inside IPv6 (`::ffff:1.2.3.4`) becomes the IPv4 address.
 * @throws RangeError if the text is not an address.
 */
export function fixedWidth(address: string): string {
  const v4 = v4Value(address)
  return v4 === null ? fixedOf(parsed(address).value) : fixedOfV4(v4)
}

/** Formats an address of 32 hex digits (RFC 5952 for IPv6). */
export function fromFixedWidth(fixed: string): string {
  const bytes = fixed.match(/../g)!.map((byte) => Number.parseInt(byte, 16))
  return versionOfFixed(fixed) === 'v4' ? bytes.slice(12).join('.') : ipaddr.fromByteArray(bytes).toString()
}

/** Returns the canonical text of an address, without a zone. @throws RangeError if the text is not an address. */
export const normalizeIp = (address: string): string => fromFixedWidth(fixedWidth(address))

/** Returns the family of an address of 32 hex digits. */
export const versionOfFixed = (fixed: string): IpVersion => (fixed.startsWith(V4_PREFIX) ? 'v4' : 'v6')

/** Returns the family of an address or network, or null if the text is neither. */
export function ipVersion(text: string): IpVersion | null {
  const [address = ''] = text.split('/')
  return v4Value(address) === null ? (parse(address)?.version ?? null) : 'v4'
}

/**
 * Returns what is wrong with an address, or null. IPv4 is four numbers without leading zeros. IPv6 may be compressed,
 * end in a dotted quad, and have a zone if it is link-local. Surrounding spaces are not trimmed.
 */
export const ipProblem = (text: string): string | null =>
  v4Value(text) !== null || parse(text) ? null : 'Not a valid IP address'

const MAX_WIDTH = { v4: 32, v6: 128 }

/**
 * Returns what is wrong with a network in the form `address/width`, or null. Any address of the network is accepted.
 */
export function ipNetProblem(text: string): string | null {
  const [address = '', width = '', ...more] = text.split('/')
  const version = address.includes('%') ? null : ipVersion(address)
  if (!version || width.trim() === '' || more.length > 0)
    return 'Must contain an IP address and a width, separated by a /'
  if (!/^\d+$/.test(width)) return 'Width must be an integer'
  return Number(width) > MAX_WIDTH[version] || width.length > 3
    ? `Max width for IP${version} is ${MAX_WIDTH[version]}`
    : null
}

/** Returns an address of 32 hex digits as a number. */
export const valueOfFixed = (fixed: string): bigint => BigInt(`0x${fixed}`)
const big = valueOfFixed
/** Sorts after every address: the successor of the last one. */
const AFTER_LAST = 'g'.repeat(32)
const fixedOf = (value: bigint): string => (value >> 128n ? AFTER_LAST : value.toString(16).padStart(32, '0'))
const fixedOfV4 = (value: number): string => V4_PREFIX + value.toString(16).padStart(8, '0')
/** Returns the address with a number, in 32 hex digits. */
export const addressAt = fixedOf

/** Returns the next address; both in 32 hex digits. The successor of the last address sorts after all of them. */
export const nextAddress = (fixed: string): string => fixedOf(big(fixed) + 1n)

/** Returns the prefix length of a network: 22 for `172.30.0.0/22`. */
export const prefixLength = (network: string): number => Number(network.split('/')[1])

/** Returns the first and last address of a network, in 32 hex digits. */
export function networkBounds(network: string): { first: string; last: string } {
  const address = network.split('/')[0]!
  const v4 = v4Value(address)
  const v4Bits = MAX_WIDTH.v4 - prefixLength(network)
  if (v4 !== null && v4Bits >= 0) {
    const size = 2 ** v4Bits
    const start = v4 - (v4 % size)
    return { first: fixedOfV4(start), last: fixedOfV4(start + size - 1) }
  }
  const { version, value } = parsed(address)
  const hostBits = BigInt(MAX_WIDTH[version] - prefixLength(network))
  const first = (value >> hostBits) << hostBits
  return { first: fixedOf(first), last: fixedOf(first + (1n << hostBits) - 1n) }
}

/** Returns the canonical form of a network, with its first address: `10.1.2.3/8` becomes `10.0.0.0/8`. */
export const normalizeNetwork = (network: string): string =>
  `${fromFixedWidth(networkBounds(network).first)}/${prefixLength(network)}`

/** Whether the address of a network is not its first one. */
export const hasHostBits = (network: string): boolean =>
  fixedWidth(network.split('/')[0]!) !== networkBounds(network).first

/** Whether an address is in a network of the same family. */
export function subnetContains(network: string, address: string): boolean {
  if (ipVersion(network) !== ipVersion(address)) return false
  const { first, last } = networkBounds(network)
  const fixed = fixedWidth(address)
  return fixed >= first && fixed <= last
}

/** Whether a network contains or equals another one of its family. */
export function networkContains(outer: string, inner: string): boolean {
  if (ipVersion(outer) !== ipVersion(inner)) return false
  const [a, b] = [networkBounds(outer), networkBounds(inner)]
  return a.first <= b.first && b.last <= a.last
}

/** Whether two networks of one family share an address. */
export function networksOverlap(one: string, other: string): boolean {
  if (ipVersion(one) !== ipVersion(other)) return false
  const [a, b] = [networkBounds(one), networkBounds(other)]
  return a.first <= b.last && b.first <= a.last
}

/** Number of addresses at the beginning of a subnet that are reserved. */
export const RESERVED_ADDRESSES = 5

/** Returns the first and last address of a subnet that an interface can have, in 32 hex digits. */
export function usableBounds(block: string): { first: string; last: string } {
  const { first, last } = networkBounds(block)
  const broadcast = versionOfFixed(first) === 'v4' ? 1n : 0n
  return { first: fixedOf(big(first) + BigInt(RESERVED_ADDRESSES)), last: fixedOf(big(last) - broadcast) }
}

/** Returns why an interface can't have this address of a subnet, or null. */
export function reservedAddressProblem(block: string, address: string): string | null {
  const usable = usableBounds(block)
  const fixed = fixedWidth(address)
  if (fixed < usable.first) return `The first ${RESERVED_ADDRESSES} addresses of a subnet are reserved`
  return fixed > usable.last ? 'Cannot request a broadcast address' : null
}

/**
 * Returns the lowest free address of a subnet, or null if all are allocated. Takes time in the number of allocated
 * addresses, not in the size of the block.
 * @param taken ascending, in 32 hex digits.
 * @returns 32 hex digits.
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

/** Returns the number of addresses in an inclusive range. */
export const rangeSize = (first: string, last: string): bigint =>
  big(fixedWidth(last)) - big(fixedWidth(first)) + 1n

const MAC_FIRST = 0xa8_40_25_f0_00_00
/** Number of MAC addresses for interfaces of instances: A8:40:25:F0:00:00 to A8:40:25:FE:FF:FF. */
export const MAC_COUNT = 0x0f_00_00

/** Returns a MAC address by number, from 0. */
export const macAddress = (number: number): string =>
  (MAC_FIRST + number).toString(16).toUpperCase().padStart(12, '0').match(/../g)!.join(':')

const MAX_PORT = 65_535
/** Maximum length of a port range in characters, with spaces around it. */
const MAX_PORT_RANGE_LENGTH = 64

/**
 * Returns what is wrong with a port or port range such as `22` or `8000-8080`, or null. Surrounding spaces are
 * accepted.
 */
export function portRangeProblem(text: string): string | null {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim())
  if (!match || text.length > MAX_PORT_RANGE_LENGTH) return 'Not a valid port range'
  const first = Number(match[1])
  const last = Number(match[2] ?? match[1])
  if (last < first) return 'Not a valid port range'
  return first < 1 || last > MAX_PORT ? `Ports must be between 1 and ${MAX_PORT}` : null
}
