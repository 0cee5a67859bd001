import type { PlacementGroup, PlacementRequest, PlacementSled } from './placement-request.ts'
import {
  placementConflict,
  noRoomMessage,
  noSledLeft,
  platformMissing,
  scatteredMembers,
  sledGone,
  sledTooOld,
} from './placement-words.ts'

export type Placement = { sledId: string } | { status: 400 | 507; message: string }

/**
 * Chooses the sled for an instance: one with enough free threads and memory that provides the requested CPU platform.
 * Groups with policy `fail` restrict the candidates; groups with policy `allow` only rank them. Of equal candidates,
 * the one with the most free memory wins, then the lowest id, so that the result is deterministic.
 */
export function choosePlacement({
  ncpus,
  memory,
  cpuPlatform,
  sleds,
  antiAffinity,
  affinity,
}: PlacementRequest): Placement {
  const together = new Set(strict(affinity).flatMap((group) => group.memberSleds))
  const apart = new Set(strict(antiAffinity).flatMap((group) => group.memberSleds))
  if (together.size > 1) return { status: 400, message: scatteredMembers(strict(affinity)) }
  const [required] = together
  if (required !== undefined && apart.has(required))
    return { status: 400, message: placementConflict(strict(affinity), strict(antiAffinity), required) }
  const able = sleds.filter((sled) => cpuPlatform === null || sled.cpuPlatforms.includes(cpuPlatform))
  if (cpuPlatform !== null && able.length === 0 && sleds.length > 0)
    return { status: 507, message: platformMissing(cpuPlatform, sleds) }
  const candidates = able.filter(
    (sled) => !apart.has(sled.id) && (required === undefined || sled.id === required),
  )
  if (required !== undefined && candidates.length === 0) {
    const isOld = cpuPlatform !== null && sleds.some((sled) => sled.id === required)
    return {
      status: 507,
      message: isOld ? sledTooOld(cpuPlatform, strict(affinity)) : sledGone(strict(affinity)),
    }
  }
  if (candidates.length === 0 && able.length > 0)
    return { status: 507, message: noSledLeft(strict(antiAffinity), able.length, cpuPlatform) }
  const roomy = candidates.filter(
    (sled) => sled.usedVcpus + ncpus <= sled.usableVcpus && sled.usedMemory + memory <= sled.usableMemory,
  )
  const liking = (sled: PlacementSled) => count(affinity, sled.id) - count(antiAffinity, sled.id)
  const free = (sled: PlacementSled) => sled.usableMemory - sled.usedMemory
  const [best] = roomy.toSorted(
    (a, b) => liking(b) - liking(a) || free(b) - free(a) || (a.id < b.id ? -1 : 1),
  )
  if (best) return { sledId: best.id }
  return {
    status: 507,
    message: noRoomMessage({
      ncpus,
      memory,
      cpuPlatform,
      sleds: able,
      candidates,
      together: strict(affinity),
      apart: strict(antiAffinity),
    }),
  }
}

const strict = (groups: readonly PlacementGroup[]) => groups.filter((group) => group.policy === 'fail')
const count = (groups: readonly PlacementGroup[], sledId: string): number =>
  groups.filter((group) => group.memberSleds.includes(sledId)).length
