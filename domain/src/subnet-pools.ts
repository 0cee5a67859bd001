import type { IpRange } from './ip-ranges.ts'
import {
  addressAt,
  fromFixedWidth,
  hasHostBits,
  ipNetProblem,
  type IpVersion,
  ipVersion,
  prefixLength,
  valueOfFixed,
} from './ip.ts'

/** Longest prefix of a family: a single address. */
export const MAX_PREFIX_LENGTH: Record<IpVersion, number> = { v4: 32, v6: 128 }

/** Returns what is wrong with the network of a pool's member, or null. @param version family of the pool. */
export function memberSubnetProblem(subnet: string, version: IpVersion): string | null {
  const problem = ipNetProblem(subnet)
  if (problem || ipVersion(subnet) === version) return problem
  return `IP${ipVersion(subnet)} subnet not allowed in IP${version} pool`
}

/** Prefix lengths that a member of a pool allows. */
export type PrefixLengthRange = { min: number; max: number }

/** Length of a subnet that a form proposes where the pool allows it. */
const USUAL_LENGTH: Record<IpVersion, number> = { v4: 24, v6: 64 }

/**
 * Returns the usual prefix length of a family, or the nearest one that a pool allows and has free; null for a pool without members.
 * @param largestFree prefix length of its largest free subnet.
 */
export function proposedPrefixLength(
  ranges: readonly PrefixLengthRange[],
  version: IpVersion,
  largestFree = 0,
): number | null {
  const usual = Math.max(USUAL_LENGTH[version], largestFree)
  const nearest = ranges.map(({ min, max }) => Math.min(max, Math.max(min, usual)))
  const [first] = nearest.toSorted((a, b) => Math.abs(a - usual) - Math.abs(b - usual))
  return first ?? null
}

/** Returns the prefix lengths of a pool in words: "/26 to /30, /32". Ranges that overlap or follow each other are one. */
export function prefixLengthsText(ranges: readonly PrefixLengthRange[]): string {
  const merged: PrefixLengthRange[] = []
  for (const { min, max } of ranges.toSorted((one, other) => one.min - other.min)) {
    const last = merged.at(-1)
    if (last && min <= last.max + 1) last.max = Math.max(last.max, max)
    else merged.push({ min, max })
  }
  return merged.map(({ min, max }) => (min === max ? `/${min}` : `/${min} to /${max}`)).join(', ')
}

/** A member of a pool. Its addresses, and those of its allocated subnets, are first and last ones in 32 hex digits. */
export type MemberSpace = IpRange & { lengths: PrefixLengthRange; taken: readonly IpRange[] }

/**
 * Returns the prefix length of the largest free subnet that a pool allows, or null if none is free.
 * @param members with their allocated subnets ascending and without overlaps.
 */
export function largestFreeLength(members: readonly MemberSpace[], version: IpVersion): number | null {
  let best = Number.POSITIVE_INFINITY
  for (const { first, last, lengths, taken } of members) {
    const { min, max } = lengths
    for (let length = min; length <= max && length < best; length++)
      if (lowestFreeSubnet({ first, last }, taken, length, version)) best = length
  }
  return Number.isFinite(best) ? best : null
}

type Lengths = { min: number | null; max: number | null }

/**
 * Returns what is wrong with one of the prefix lengths of a pool's member, or null.
 * @param which the checked one; a problem with both belongs to the minimum.
 * @param subnet the network of the member, ignored while it is not valid.
 */
export function prefixLengthProblem(
  which: keyof Lengths,
  lengths: Lengths,
  subnet: string,
  version: IpVersion,
): string | null {
  const length = lengths[which]
  if (length === null) return null
  const longest = MAX_PREFIX_LENGTH[version]
  if (length < 0 || length > longest) return `Must be between 0 and ${longest}`
  if (which === 'min' && lengths.max !== null && length > lengths.max)
    return 'Min prefix length must be ≤ max prefix length'
  if (memberSubnetProblem(subnet, version)) return null
  const width = prefixLength(subnet)
  return length < width ? `Must be ≥ subnet prefix length (${width})` : null
}

/** Returns what is wrong with the network of an explicit external subnet, or null. */
export const explicitSubnetProblem = (subnet: string): string | null =>
  ipNetProblem(subnet) ?? (hasHostBits(subnet) ? 'Must be the first address of the subnet' : null)

/**
 * Returns the lowest free subnet of a network, or null. Takes time in the number of allocated subnets, not in the size of
 * the network.
 * @param within first and last address of the network, in 32 hex digits.
 * @param taken allocated subnets inside it, ascending and without overlaps, in 32 hex digits.
 */
export function lowestFreeSubnet(
  within: IpRange,
  taken: readonly IpRange[],
  length: number,
  version: IpVersion,
): string | null {
  const size = 1n << BigInt(MAX_PREFIX_LENGTH[version] - length)
  const end = valueOfFixed(within.last)
  let candidate = aligned(valueOfFixed(within.first), size)
  for (const { first, last } of taken) {
    if (candidate + size <= valueOfFixed(first)) break
    const after = aligned(valueOfFixed(last) + 1n, size)
    if (after > candidate) candidate = after
  }
  return candidate + size - 1n > end ? null : `${fromFixedWidth(addressAt(candidate))}/${length}`
}

/** Returns the first multiple of a size from a value on. */
const aligned = (value: bigint, size: bigint): bigint => ((value + size - 1n) / size) * size
