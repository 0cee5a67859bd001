import { rangeContains } from './ip-ranges.ts'
import { fixedWidth, ipProblem, ipVersion, networkBounds, normalizeIp } from './ip.ts'
import { isUuid, nameProblem } from './names.ts'

/** Maximum number of multicast groups of an instance. */
export const MAX_MULTICAST_GROUPS = 32
/** Maximum number of sources that a member of a multicast group listens to. */
export const MAX_MULTICAST_SOURCES = 64

const MULTICAST = [networkBounds('224.0.0.0/4'), networkBounds('ff00::/8')]
/** Addresses that need sources: RFC 4607 section 1. In IPv6 the fourth digit is the scope. */
const SOURCE_SPECIFIC_V4 = networkBounds('232.0.0.0/8')
const SOURCE_SPECIFIC_V6 = /^ff3[\da-f]0000/

const isInside = (bounds: { first: string; last: string }, address: string): boolean => {
  const fixed = fixedWidth(address)
  return rangeContains(bounds, { first: fixed, last: fixed })
}

const isMulticast = (address: string): boolean => MULTICAST.some((bounds) => isInside(bounds, address))

/** Whether members of a group at this address have to name the sources that they listen to. */
export const isSourceSpecific = (address: string): boolean =>
  ipVersion(address) === 'v4'
    ? isInside(SOURCE_SPECIFIC_V4, address)
    : SOURCE_SPECIFIC_V6.test(fixedWidth(address))

/** Whether the identifier of a multicast group is its address. */
export const isAddress = (identifier: string): boolean => ipProblem(identifier) === null

/** Returns what is wrong with the identifier of a multicast group, or null: its ID, its name, or its address. */
export function groupIdentifierProblem(identifier: string): string | null {
  if (isUuid(identifier)) return null
  if (isAddress(identifier)) return isMulticast(identifier) ? null : 'Must be a multicast address'
  const problem = nameProblem(identifier)
  return problem && `${problem} (or give an ID or a multicast address)`
}

const OF_ADDRESS = 'mcast-'

/** Whether only a group that is created by its address may have this name. */
export const isNameOfAddress = (name: string): boolean => name.startsWith(OF_ADDRESS)

/** Returns the name of a group that is created by its address: `mcast-239-1-2-3`. */
export const nameOfAddress = (address: string): string =>
  `${OF_ADDRESS}${normalizeIp(address).replace(/[.:]/g, '-').replace(/-$/, '-0')}`

/**
 * Returns what is wrong with a source of a group, or null.
 * @param group address of the group.
 */
export function sourceProblem(source: string, group: string): string | null {
  const problem = ipProblem(source)
  if (problem) return problem
  const version = ipVersion(group)!
  if (ipVersion(source) !== version) return `Must be an IP${version} address, as that of the group`
  return isMulticast(source) ? 'Must not be a multicast address' : null
}
