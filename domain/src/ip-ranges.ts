import {
  fixedWidth,
  ipProblem,
  type IpVersion,
  ipVersion,
  networkBounds,
  nextAddress,
  versionOfFixed,
} from './ip.ts'

/** Addresses from the first to the last, both included. */
export type IpRange = { first: string; last: string }

/**
 * What is wrong with one end of a range in a pool of one family, or null.
 * @param version the family of the pool.
 */
export function rangeEndProblem(address: string, version: IpVersion): string | null {
  const problem = ipProblem(address)
  if (problem || ipVersion(address) === version) return problem
  return `IP${ipVersion(address)} address not allowed in IP${version} pool`
}

const MULTICAST = { v4: networkBounds('224.0.0.0/4'), v6: networkBounds('ff00::/8') }
const MAPPED = networkBounds('::ffff:0:0/96')

/**
 * What is wrong with a range for a pool, or null: both ends are addresses of the pool's family, the first is not above the
 * last, and a pool holds either multicast addresses or none.
 */
export function rangeProblem(
  range: IpRange,
  { ipVersion: version, poolType }: { ipVersion: IpVersion; poolType: 'unicast' | 'multicast' },
): string | null {
  const problem = rangeEndProblem(range.first, version) ?? rangeEndProblem(range.last, version)
  if (problem) return problem
  const fixed = fixedRange(range)
  if (fixed.first > fixed.last) return 'IP address ranges must be non-decreasing'
  // Their IPv4 twins are other addresses to a pool and the same to the network.
  if (version === 'v6' && rangesOverlap(fixed, MAPPED))
    return 'IPv4 addresses inside IPv6 are not allowed in a pool'
  if (poolType === 'unicast' && rangesOverlap(fixed, MULTICAST[version]))
    return 'Multicast addresses are not allowed in a unicast pool'
  return poolType === 'multicast' && !rangeContains(MULTICAST[version], fixed)
    ? 'Only multicast addresses are allowed in a multicast pool'
    : null
}

/** A range with its ends in 32 hex digits, in which ranges compare and are kept. */
export const fixedRange = ({ first, last }: IpRange): IpRange => ({
  first: fixedWidth(first),
  last: fixedWidth(last),
})

/** Whether two ranges in 32 hex digits share an address. */
export const rangesOverlap = (one: IpRange, other: IpRange): boolean =>
  one.first <= other.last && other.first <= one.last

/** Whether all of a range lies in another one; both in 32 hex digits. */
export const rangeContains = (outer: IpRange, inner: IpRange): boolean =>
  outer.first <= inner.first && inner.last <= outer.last

/** How many addresses ranges have, by family; ranges in 32 hex digits that do not overlap. */
export function capacityOf(ranges: readonly IpRange[]): Record<IpVersion, bigint> {
  const capacity = { v4: 0n, v6: 0n }
  for (const { first, last } of ranges)
    capacity[versionOfFixed(first)] += BigInt(`0x${last}`) - BigInt(`0x${first}`) + 1n
  return capacity
}

/**
 * The lowest address of some ranges that is not taken, or null. It walks through what is taken, never through the ranges.
 * @param ranges ascending, without overlaps, in 32 hex digits.
 * @param taken ascending, in 32 hex digits; an address may come twice, and some may lie outside the ranges.
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
