import {
  fixedWidth,
  ipNetProblem,
  ipProblem,
  type IpVersion,
  ipVersion,
  networkBounds,
  nextAddress,
  versionOfFixed,
} from './ip.ts'

/** A range of addresses, both ends included. */
export type IpRange = { first: string; last: string }

/**
 * Returns what is wrong with one end of a pool's range, or null.
 * @param version family of the pool.
 */
export function rangeEndProblem(address: string, version: IpVersion): string | null {
  const problem = ipProblem(address)
  if (problem || ipVersion(address) === version) return problem
  return `IP${ipVersion(address)} address not allowed in IP${version} pool`
}

const MULTICAST = { v4: networkBounds('224.0.0.0/4'), v6: networkBounds('ff00::/8') }
const MAPPED = networkBounds('::ffff:0:0/96')

/** Whether a range has IPv4-mapped addresses. Ends are 32 hex digits. */
export const hasMapped = (range: IpRange): boolean => rangesOverlap(range, MAPPED)

/** Returns what is wrong with an address or network of IPv4 that is written as IPv6 (`::ffff:192.0.2.0/120`), or null. */
export const mappedProblem = (text: string): string | null =>
  ipVersion(text) === 'v6' && versionOfFixed(fixedWidth(text.split('/')[0]!)) === 'v4'
    ? 'IPv4 addresses inside IPv6 are not allowed: write them as IPv4'
    : null

/** Returns what is wrong with the zone of an address, or null. Addresses of a rack mean the same on all of its hosts. */
export const zoneProblem = (address: string): string | null =>
  address.includes('%') ? 'An address with a zone (the part after "%") is not allowed' : null

/** Returns what is wrong with an address of the rack's own network, or null. */
export const rackAddressProblem = (text: string): string | null =>
  ipProblem(text) ?? zoneProblem(text) ?? mappedProblem(text)

/** Returns what is wrong with a network that the rack's own network knows, or null. */
export const rackNetworkProblem = (text: string): string | null => ipNetProblem(text) ?? mappedProblem(text)

/**
 * Returns what is wrong with a range for a pool, or null. Both ends must be addresses of the pool's family, in
 * ascending order, and a pool holds either multicast or unicast addresses.
 */
export function rangeProblem(
  range: IpRange,
  { ipVersion: version, poolType }: { ipVersion: IpVersion; poolType: 'unicast' | 'multicast' },
): string | null {
  const problem = rangeEndProblem(range.first, version) ?? rangeEndProblem(range.last, version)
  if (problem) return problem
  const fixed = fixedRange(range)
  if (fixed.first > fixed.last) return 'IP address ranges must be non-decreasing'
  // A pool counts IPv4-mapped addresses as IPv6, but the network treats them as IPv4.
  if (version === 'v6' && hasMapped(fixed)) return 'IPv4 addresses inside IPv6 are not allowed in a pool'
  if (poolType === 'unicast' && rangesOverlap(fixed, MULTICAST[version]))
    return 'Multicast addresses are not allowed in a unicast pool'
  return poolType === 'multicast' && !rangeContains(MULTICAST[version], fixed)
    ? 'Only multicast addresses are allowed in a multicast pool'
    : null
}

/** A range with both ends as 32 hex digits: the form in which ranges are stored and compared. */
export const fixedRange = ({ first, last }: IpRange): IpRange => ({
  first: fixedWidth(first),
  last: fixedWidth(last),
})

/** Whether two ranges share an address. Ends are 32 hex digits. */
export const rangesOverlap = (one: IpRange, other: IpRange): boolean =>
  one.first <= other.last && other.first <= one.last

/** Whether one range contains another. Ends are 32 hex digits. */
export const rangeContains = (outer: IpRange, inner: IpRange): boolean =>
  outer.first <= inner.first && inner.last <= outer.last

/** Counts the addresses of non-overlapping ranges by family. Ends are 32 hex digits. */
export function capacityOf(ranges: readonly IpRange[]): Record<IpVersion, bigint> {
  const capacity = { v4: 0n, v6: 0n }
  for (const { first, last } of ranges)
    capacity[versionOfFixed(first)] += BigInt(`0x${last}`) - BigInt(`0x${first}`) + 1n
  return capacity
}

/** Smallest share of a pool that is kept for source NAT, as a divisor, and the maximum number of addresses. */
const NAT_SHARE = 16n
const MAX_KEPT_FOR_NAT = 64

/**
 * Returns how many IPv4 addresses of a pool only source NAT may use, because every instance needs it: one in 16, at most 64.
 */
export function keptForNat(capacity: bigint): number {
  return Math.min(MAX_KEPT_FOR_NAT, Number(capacity / NAT_SHARE))
}

/**
 * Returns the lowest free address of the ranges, or null. Takes time in the number of allocated addresses, not in the
 * size of the ranges.
 * @param ranges ascending, without overlaps, in 32 hex digits.
 * @param taken ascending, in 32 hex digits; may have duplicates and addresses outside the ranges.
 */
export function lowestFreeInRanges(ranges: readonly IpRange[], taken: readonly string[]): string | null {
  let at = 0
  for (const { first, last } of ranges) {
    let candidate = first
    while (candidate <= last && at < taken.length && taken[at]! <= candidate) {
      if (taken[at] === candidate) candidate = nextAddress(candidate)
      at++
    }
    if (candidate <= last) return candidate
  }
  return null
}
