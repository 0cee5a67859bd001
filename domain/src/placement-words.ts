import { CPU_PLATFORM_NAMES, CPU_PLATFORMS, type CpuPlatform } from './cpu-platforms.ts'
import { bytesIn } from './numbers.ts'
import type { PlacementGroup, PlacementSled } from './placement-request.ts'

/*
 * Messages for the users of an instance that can't be placed. They name its groups and members, which these users can
 * see, and the number and free resources of sleds, never other tenants. All groups here have the policy `fail`.
 */

type Groups = readonly PlacementGroup[]

/** Members of the affinity groups run on different sleds. */
export function scatteredMembers(together: Groups): string {
  const sleds = [...new Set(together.flatMap((group) => group.memberSleds))]
  const each = sleds.map((sled) => membersOn(together, sled))
  return (
    `the other members of ${naming('affinity', together)} run on ${sleds.length} sleds (${each.join('; ')}), ` +
    'and it cannot be together with all of them'
  )
}

/** The affinity groups require a sled that the anti-affinity groups exclude. */
export function placementConflict(together: Groups, apart: Groups, sledId: string): string {
  const against = apart.filter((group) => group.memberSleds.includes(sledId))
  return (
    `its groups contradict each other: ${naming('affinity', together)} wants it on the sled of ` +
    `${membersOn(together, sledId)}, and ${naming('anti-affinity', against)} on any but that of ` +
    membersOn(against, sledId)
  )
}

/** The affinity groups require a sled that is broken or being drained. */
export const sledGone = (together: Groups): string =>
  `the sled of the other members of ${naming('affinity', together)} takes no more instances`

/** No sled provides the CPU platform, whatever its free resources. */
export function platformMissing(platform: CpuPlatform, sleds: readonly PlacementSled[]): string {
  const available = CPU_PLATFORMS.filter((one) => sleds.some((sled) => sled.cpuPlatforms.includes(one)))
  const names = available.map((one) => CPU_PLATFORM_NAMES[one])
  return (
    `it asks for the CPU platform ${CPU_PLATFORM_NAMES[platform]}, which no sled has` +
    (names.length > 0 ? ` (there ${names.length === 1 ? 'is' : 'are'} ${and(names)})` : '')
  )
}

/** The affinity groups require a sled that doesn't provide the CPU platform. */
export const sledTooOld = (platform: CpuPlatform, together: Groups): string =>
  `it asks for the CPU platform ${CPU_PLATFORM_NAMES[platform]}, which the sled of the other members of ` +
  `${naming('affinity', together)} does not have`

/** Every suitable sled already runs a member of an anti-affinity group. */
export const noSledLeft = (apart: Groups, sleds: number, platform: CpuPlatform | null): string =>
  `${sleds === 1 ? 'the only sled' : `each of the ${sleds} sleds`}${having(platform)} already runs another member of ${naming('anti-affinity', apart)}`

type NoRoom = {
  ncpus: number
  memory: number
  cpuPlatform: CpuPlatform | null
  /** Sleds that provide the platform. */
  sleds: readonly PlacementSled[]
  /** Sleds that the groups allow. */
  candidates: readonly PlacementSled[]
  together: Groups
  apart: Groups
}

/** The candidates have too few free resources. States the requested and the free amounts. */
export function noRoomMessage({
  ncpus,
  memory,
  cpuPlatform,
  sleds,
  candidates,
  together,
  apart,
}: NoRoom): string {
  const request = `it wants ${size(ncpus, memory)}`
  if (candidates.length === 0) return `${request}, and there is no sled`
  const where =
    holding(together).length > 0
      ? `the sled of the other members of ${naming('affinity', together)}`
      : holding(apart).length > 0
        ? `a sled without another member of ${naming('anti-affinity', apart)} (${candidates.length} of ${sleds.length} sleds${having(cpuPlatform)})`
        : `any one sled${having(cpuPlatform)}`
  return `${request}, and ${where} has at most ${largest(candidates)} free`
}

const having = (platform: CpuPlatform | null): string =>
  platform === null ? '' : ` with the CPU platform ${CPU_PLATFORM_NAMES[platform]}`

/** The free resources of the emptiest sled; if no sled has the most of both, the maximum of each. */
function largest(sleds: readonly PlacementSled[]): string {
  const vcpus = (sled: PlacementSled) => Math.max(0, sled.usableVcpus - sled.usedVcpus)
  const memory = (sled: PlacementSled) => Math.max(0, sled.usableMemory - sled.usedMemory)
  const most = { vcpus: Math.max(...sleds.map(vcpus)), memory: Math.max(...sleds.map(memory)) }
  const isOne = sleds.some((sled) => vcpus(sled) === most.vcpus && memory(sled) === most.memory)
  return size(most.vcpus, most.memory) + (isOne ? '' : ', not both on the same sled,')
}

const size = (ncpus: number, memory: number): string =>
  `${ncpus} ${ncpus === 1 ? 'vCPU' : 'vCPUs'} and ${bytesIn(memory, 'GiB')} GiB of memory`

/** Groups with at least one placed member; the others have no effect yet. */
const holding = (groups: Groups) => groups.filter((group) => group.memberSleds.length > 0)

/** @example 'its anti-affinity groups "db" and "web"' */
function naming(kind: 'affinity' | 'anti-affinity', groups: Groups): string {
  const names = holding(groups).map(({ name }) => `"${name}"`)
  return `its ${kind} ${names.length === 1 ? 'group' : 'groups'} ${and(names)}`
}

const membersOn = (groups: Groups, sledId: string): string =>
  and([
    ...new Set(
      groups.flatMap((group) => group.memberNames.filter((_, at) => group.memberSleds[at] === sledId)),
    ),
  ])

const and = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
