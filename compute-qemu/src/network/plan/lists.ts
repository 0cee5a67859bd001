import { networkBounds, prefixLength } from '@granary/domain/ip.ts'

/** Both families, with the words that the kernel's tools have for them. */
export const FAMILIES = [
  { version: 'v4', number: 4, ip: 'ip', type: 'ipv4_addr' },
  { version: 'v6', number: 6, ip: 'ip6', type: 'ipv6_addr' },
] as const
export type Family = (typeof FAMILIES)[number]

/** Whether an address or a network is of a family. */
export const isOf = ({ version }: Family, text: string): boolean => text.includes(':') === (version === 'v6')

/** Returns an address as the network that has nothing else. */
export const single = (address: string): string =>
  address.includes('/') ? address : `${address}/${address.includes(':') ? 128 : 32}`

/**
 * Returns the networks of a family that no other one of the list contains, because a set of the kernel refuses elements that
 * overlap. Networks either contain each other or have nothing in common.
 * @param texts addresses and networks.
 */
export function disjoint(texts: readonly string[], family: Family): string[] {
  const sorted = [...new Set(texts.filter((text) => isOf(family, text)).map(single))]
    .map((network) => ({ network, ...networkBounds(network), length: prefixLength(network) }))
    .toSorted((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)) || a.length - b.length)
  const kept: typeof sorted = []
  for (const one of sorted) if (!(one.last <= (kept.at(-1)?.last ?? ''))) kept.push(one)
  return kept.map(({ network }) => network)
}

/** Returns ranges that have the same numbers, do not overlap and are in order. */
export function mergeRanges(ranges: readonly { first: number; last: number }[]) {
  const merged: { first: number; last: number }[] = []
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last)
    else merged.push({ first, last })
  }
  return merged
}

/** Returns a range as nft writes it. */
export const rangeText = ({ first, last }: { first: number; last: number }): string =>
  first === last ? String(first) : `${first}-${last}`

/** Returns an anonymous set of nft. */
export const setOf = (elements: readonly string[]): string => `{ ${elements.join(', ')} }`
