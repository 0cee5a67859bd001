import {
  fromFixedWidth,
  type IpVersion,
  hasHostBits,
  ipNetProblem,
  ipVersion,
  networkBounds,
  networkContains,
  networksOverlap,
  normalizeNetwork,
  prefixLength,
} from './ip.ts'
import { lowestFreeSubnet } from './subnet-pools.ts'

/** Shortest and longest prefix of a subnet's IPv4 block. */
export const MIN_SUBNET_PREFIX_V4 = 8
export const MAX_SUBNET_PREFIX_V4 = 26
const VPC_PREFIX_LENGTH = 48
const SUBNET_PREFIX_LENGTH_V6 = 64

const PRIVATE_V4 = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']

/** Whether an IPv4 network is entirely private: 10/8, 172.16/12 or 192.168/16. */
export const isPrivateV4 = (network: string): boolean =>
  PRIVATE_V4.some((block) => networkContains(block, network))

/** Whether an IPv6 network is entirely unique local and locally assigned: fd00::/8. */
export const isUniqueLocal = (network: string): boolean => networkContains('fd00::/8', network)

/**
 * Returns what is wrong with the IPv6 prefix of a VPC, or null: it must be a unique local /48. Spaces are not trimmed.
 */
export function vpcPrefixProblem(prefix: string): string | null {
  const problem = ipNetProblem(prefix)
  if (problem) return problem
  if (ipVersion(prefix) !== 'v6') return 'Must be an IPv6 prefix'
  if (!networkContains('fc00::/7', prefix)) return 'Must be a unique local address (fc00::/7)'
  // The other half, fc00::/8, is reserved for centrally assigned prefixes, which don't exist (RFC 4193, section 3.2).
  if (!isUniqueLocal(prefix)) return 'Must be a locally assigned unique local address (fd00::/8)'
  return prefixLength(prefix) === VPC_PREFIX_LENGTH ? null : `Width must be ${VPC_PREFIX_LENGTH}`
}

/** Returns what is wrong with the IPv4 block of a subnet, or null. */
export function subnetV4Problem(block: string): string | null {
  const problem = ipNetProblem(block)
  if (problem) return problem
  if (ipVersion(block) !== 'v4') return 'Must be an IPv4 network'
  const width = prefixLength(block)
  if (width < MIN_SUBNET_PREFIX_V4 || width > MAX_SUBNET_PREFIX_V4)
    return `Width must be between ${MIN_SUBNET_PREFIX_V4} and ${MAX_SUBNET_PREFIX_V4}`
  return isPrivateV4(block) ? null : 'Must be private: in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'
}

/** Returns what is wrong with the IPv6 block of a subnet in a VPC with this prefix, or null. */
export function subnetV6Problem(block: string, vpcPrefix: string): string | null {
  const problem = ipNetProblem(block)
  if (problem) return problem
  if (ipVersion(block) !== 'v6') return 'Must be an IPv6 network'
  if (prefixLength(block) !== SUBNET_PREFIX_LENGTH_V6) return `Width must be ${SUBNET_PREFIX_LENGTH_V6}`
  return networkContains(vpcPrefix, block)
    ? null
    : `Must be inside the VPC's prefix ${normalizeNetwork(vpcPrefix)}`
}

/** Returns why a block overlaps the other subnets of its VPC, or null. Accepts blocks of both families. */
export const subnetConflict = (block: string, others: readonly string[]): string | null =>
  others.some((other) => networksOverlap(block, other))
    ? `IP address range '${normalizeNetwork(block)}' conflicts with an existing subnet`
    : null

/** Networks that a proposed block is from, and its prefix length. The first has the default subnet of every VPC. */
const PROPOSED_FROM = ['172.30.0.0/15', '10.0.0.0/8', '192.168.0.0/16']
const PROPOSED_LENGTH = 22

/** Returns a private IPv4 block that overlaps no other subnet of a VPC, or null. */
export function proposedSubnetV4(others: readonly string[]): string | null {
  for (const network of PROPOSED_FROM) {
    const taken = others
      .filter((other) => networksOverlap(network, other))
      .map(networkBounds)
      .toSorted((one, other) => (one.first < other.first ? -1 : 1))
    const free = lowestFreeSubnet(networkBounds(network), taken, PROPOSED_LENGTH, 'v4')
    if (free) return free
  }
  return null
}

/** Number of /64 blocks in a VPC. */
export const VPC_BLOCKS = 2 ** (SUBNET_PREFIX_LENGTH_V6 - VPC_PREFIX_LENGTH)

/** Returns a /64 block of a VPC's /48 by number, from 0. */
export function vpcBlock(vpcPrefix: string, number: number): string {
  const { first } = networkBounds(vpcPrefix)
  const block = `${first.slice(0, 12)}${number.toString(16).padStart(4, '0')}${'0'.repeat(16)}`
  return `${fromFixedWidth(block)}/${SUBNET_PREFIX_LENGTH_V6}`
}

/**
 * Generates a unique local /48 with 40 random bits (RFC 4193).
 * @param random uniform in [0, 1).
 */
export function randomVpcPrefix(random: () => number): string {
  const digits = Array.from({ length: 10 }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${fromFixedWidth(`fd${digits}${'0'.repeat(20)}`)}/${VPC_PREFIX_LENGTH}`
}

/**
 * Returns what is wrong with the transit networks of an interface, or null. They must be networks by their first
 * address, not multicast, not loopback, and not nested.
 */
export function transitIpsProblem(networks: readonly string[]): string | null {
  for (const [index, network] of networks.entries()) {
    const problem = ipNetProblem(network)
    if (problem) return `${network}: ${problem}`
    if (hasHostBits(network))
      return `${network} is not a network: its first address is ${normalizeNetwork(network)}`
    if (MULTICAST.some((block) => networkContains(block, network))) return `${network} is multicast`
    if (LOOPBACK.some((block) => networkContains(block, network))) return `${network} is loopback`
    const other = networks.slice(0, index).find((one) => networksOverlap(one, network))
    if (other !== undefined) return `${network} overlaps ${other}`
  }
  return null
}

/** Returns what is wrong with transit networks for an interface with addresses of these families only, or null. */
export function transitFamilyProblem(
  networks: readonly string[],
  families: readonly IpVersion[],
): string | null {
  const wrong = networks.find((network) => !families.some((family) => family === ipVersion(network)))
  return wrong === undefined ? null : `${wrong}: the network interface has no IP${ipVersion(wrong)} address`
}

const MULTICAST = ['224.0.0.0/4', 'ff00::/8']
const LOOPBACK = ['127.0.0.0/8', '::1/128']
