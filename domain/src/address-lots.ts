import { fixedRange, hasMapped, type IpRange, rangesOverlap, zoneProblem } from './ip-ranges.ts'
import { ipProblem, ipVersion, networkBounds } from './ip.ts'
import { MAX_PREFIX_LENGTH } from './subnet-pools.ts'

/** Maximum number of blocks of one address lot. */
export const MAX_LOT_BLOCKS = 256

/** The end of a block that is wrong, and why. */
type BlockProblem = { end: keyof IpRange; message: string }

/** Returns what is wrong with a block of an address lot, or null: its ends are of one family, in ascending order. */
export function blockProblem({ first, last }: IpRange): BlockProblem | null {
  for (const [end, address] of [
    ['first', first],
    ['last', last],
  ] as const) {
    const message = ipProblem(address) ?? zoneProblem(address)
    if (message) return { end, message }
  }
  if (ipVersion(first) !== ipVersion(last))
    return { end: 'last', message: 'Both addresses of a block must be of one family' }
  const fixed = fixedRange({ first, last })
  if (fixed.first > fixed.last)
    return { end: 'last', message: 'The first address of a block must not be above the last one' }
  return ipVersion(first) === 'v6' && hasMapped(fixed)
    ? { end: 'first', message: 'IPv4 addresses inside IPv6 are not allowed in an address lot' }
    : null
}

/** Returns the index of the first valid block that shares an address with an earlier one, or null. */
export function overlappingBlock(blocks: readonly IpRange[]): number | null {
  const fixed = blocks.map(fixedRange)
  const at = fixed.findIndex((range, index) =>
    fixed.slice(0, index).some((earlier) => rangesOverlap(earlier, range)),
  )
  return at < 0 ? null : at
}

/** Returns what is wrong with the prefix length of an address, or null. */
export function maskProblem(address: string, mask: number): string | null {
  const version = ipVersion(address)
  if (!version) return null
  if (mask < 1) return `Min width for IP${version} is 1`
  return mask > MAX_PREFIX_LENGTH[version]
    ? `Max width for IP${version} is ${MAX_PREFIX_LENGTH[version]}`
    : null
}

/** Whether a block contains a whole network. Ends are 32 hex digits. */
export function blockContainsNetwork(block: IpRange, network: string): boolean {
  const { first, last } = networkBounds(network)
  return block.first <= first && last <= block.last
}
