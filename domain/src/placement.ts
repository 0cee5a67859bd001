/** A sled with what of it is taken. Memory in bytes. */
export type PlacementSled = {
  id: string
  usableThreads: number
  usableMemory: number
  usedThreads: number
  usedMemory: number
}

/** A group that the instance belongs to, and where its other members hold a place. */
export type PlacementGroup = { policy: 'allow' | 'fail'; memberSleds: string[] }

export type PlacementRequest = {
  ncpus: number
  memory: number
  sleds: readonly PlacementSled[]
  /** Members shall be on different sleds. */
  antiAffinity: readonly PlacementGroup[]
  /** Members shall be on the same sled. */
  affinity: readonly PlacementGroup[]
}

export type Placement = { sledId: string } | { status: 400 | 507; message: string }

/**
 * Where an instance is to run. A group with policy `fail` decides which sleds may be used, one with `allow` only which
 * are liked better; among equals the one with the most free memory is taken, then the lowest id, so that the same
 * question always has the same answer.
 */
export function choosePlacement({
  ncpus,
  memory,
  sleds,
  antiAffinity,
  affinity,
}: PlacementRequest): Placement {
  const together = new Set(strict(affinity).flatMap((group) => group.memberSleds))
  const apart = new Set(strict(antiAffinity).flatMap((group) => group.memberSleds))
  if (together.size > 1)
    return { status: 400, message: 'the members of its affinity groups run on different sleds' }
  const [required] = together
  if (required !== undefined && apart.has(required))
    return { status: 400, message: 'its affinity and anti-affinity groups contradict each other' }
  const candidates = sleds.filter(
    (sled) => !apart.has(sled.id) && (required === undefined || sled.id === required),
  )
  if (required !== undefined && candidates.length === 0)
    return noRoom('the sled of its affinity groups takes no more instances')
  if (candidates.length === 0 && sleds.length > 0)
    return noRoom('every sled runs a member of its anti-affinity groups')
  const roomy = candidates.filter(
    (sled) => sled.usedThreads + ncpus <= sled.usableThreads && sled.usedMemory + memory <= sled.usableMemory,
  )
  const liking = (sled: PlacementSled) => count(affinity, sled.id) - count(antiAffinity, sled.id)
  const free = (sled: PlacementSled) => sled.usableMemory - sled.usedMemory
  const [best] = roomy.toSorted(
    (a, b) => liking(b) - liking(a) || free(b) - free(a) || (a.id < b.id ? -1 : 1),
  )
  if (best) return { sledId: best.id }
  return noRoom(
    required === undefined ? 'no sled has room for it' : 'the sled of its affinity groups has no room for it',
  )
}

const noRoom = (message: string): Placement => ({ status: 507, message })
const strict = (groups: readonly PlacementGroup[]) => groups.filter((group) => group.policy === 'fail')
const count = (groups: readonly PlacementGroup[], sledId: string): number =>
  groups.filter((group) => group.memberSleds.includes(sledId)).length
