import type { CpuPlatform } from './cpu-platforms.ts'
import type { PlacementSled } from './placement-request.ts'
import { choosePlacement } from './placement.ts'

/** Maximum number of instances in one question. */
export const MAX_FIT_COUNT = 10_000

/** Instances of one size that an operator plans to start. */
export type FitRequest = {
  ncpus: number
  /** Bytes. */
  memory: number
  /** Requested platform; null accepts any. */
  cpuPlatform: CpuPlatform | null
  count: number
  /** Whether each needs a sled of its own, as in a strict anti-affinity group. */
  apart: boolean
}

/** A running instance and its sled. */
export type PlacedInstance = {
  sledId: string
  ncpus: number
  memory: number
  cpuPlatform: CpuPlatform | null
}

export type SledCount = { sledId: string; count: number }

/** Returns how many of the requested instances each sled gets, by ID, when they start one after the other. */
export function fitInstances(request: FitRequest, sleds: readonly PlacementSled[]): SledCount[] {
  // An instance goes to the sled with the most free memory (see choosePlacement), so the places are taken in this order.
  const places = sleds.flatMap((sled) =>
    Array.from({ length: Math.min(roomFor(request, sled), request.count) }, (_, taken) => ({
      sledId: sled.id,
      free: sled.usableMemory - sled.usedMemory - taken * request.memory,
    })),
  )
  places.sort((a, b) => b.free - a.free || compare(a.sledId, b.sledId))
  const counts = new Map<string, number>()
  for (const { sledId } of places.slice(0, request.count)) counts.set(sledId, (counts.get(sledId) ?? 0) + 1)
  return [...counts]
    .map(([sledId, count]) => ({ sledId, count }))
    .toSorted((a, b) => compare(a.sledId, b.sledId))
}

const compare = (a: string, b: string): number => (a < b ? -1 : 1)

/** Returns how many of the requested instances have room on a sled. */
function roomFor({ ncpus, memory, cpuPlatform, apart }: FitRequest, sled: PlacementSled): number {
  if (cpuPlatform !== null && !sled.cpuPlatforms.includes(cpuPlatform)) return 0
  const threads = Math.floor((sled.usableThreads - sled.usedThreads) / ncpus)
  const byMemory = Math.floor((sled.usableMemory - sled.usedMemory) / memory)
  return Math.max(0, Math.min(threads, byMemory, apart ? 1 : Infinity))
}

/** The consequences of a failed sled. */
export type SledFailure = {
  sledId: string
  /** Instances that run on the sled. */
  displaced: number
  /** Those of them that no other sled has room for. */
  stranded: number
  /** The requested instances that fit on the other sleds beside the displaced ones. */
  placed: number
}

/**
 * Returns what happens if any one sled fails: its instances start on the others, the largest first, and then the requested
 * ones. Placement goes by size and CPU platform; affinity groups are left out.
 */
export function surviveFailures(
  request: FitRequest,
  sleds: readonly PlacementSled[],
  running: readonly PlacedInstance[],
): SledFailure[] {
  const bySled = Map.groupBy(running, ({ sledId }) => sledId)
  return sleds.map(({ id }) => {
    const others = sleds.filter((sled) => sled.id !== id).map((sled) => ({ ...sled }))
    const displaced = (bySled.get(id) ?? []).toSorted((a, b) => b.memory - a.memory || b.ncpus - a.ncpus)
    const stranded = displaced.filter((instance) => !moveTo(others, instance)).length
    const room = others.reduce((sum, sled) => sum + roomFor(request, sled), 0)
    return {
      sledId: id,
      displaced: displaced.length,
      stranded,
      placed: Math.min(room, request.count),
    }
  })
}

/** Places an instance on one of the sleds and counts its use there. @returns whether one had room. */
function moveTo(sleds: readonly PlacementSled[], { ncpus, memory, cpuPlatform }: PlacedInstance): boolean {
  const place = choosePlacement({ ncpus, memory, cpuPlatform, sleds, antiAffinity: [], affinity: [] })
  if ('status' in place) return false
  const sled = sleds.find(({ id }) => id === place.sledId)!
  sled.usedThreads += ncpus
  sled.usedMemory += memory
  return true
}
