import type { CpuPlatform } from './cpu-platforms.ts'
import { emptiestFirst, EmptiestFirst } from './emptiest-first.ts'
import type { PlacementSled } from './placement-request.ts'

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
  const sorted = sleds.filter((sled) => roomFor(request, sled) > 0).toSorted(emptiestFirst)
  const counts = new Map<string, number>()
  if (request.apart) for (const { id } of sorted.slice(0, request.count)) counts.set(id, 1)
  else {
    const free = new EmptiestFirst(sorted, [request])
    for (let placed = 0; placed < request.count; placed++) {
      const id = free.take(request)
      if (id === undefined) break
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([sledId, count]) => ({ sledId, count }))
    .toSorted((a, b) => compare(a.sledId, b.sledId))
}

const compare = (a: string, b: string): number => (a < b ? -1 : 1)

/** Returns how many of the requested instances have room on a sled. */
function roomFor({ ncpus, memory, cpuPlatform, apart }: FitRequest, sled: PlacementSled): number {
  if (cpuPlatform !== null && !sled.cpuPlatforms.includes(cpuPlatform)) return 0
  const threads = Math.floor((sled.usableVcpus - sled.usedVcpus) / ncpus)
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
 * @param sleds that accept instances.
 * @param closed IDs of sleds that run instances but accept no more; these may fail too.
 */
export function surviveFailures(
  request: FitRequest,
  sleds: readonly PlacementSled[],
  running: readonly PlacedInstance[],
  closed: readonly string[] = [],
): SledFailure[] {
  const bySled = Map.groupBy(running, ({ sledId }) => sledId)
  const total = sleds.reduce((sum, sled) => sum + roomFor(request, sled), 0)
  const open = new Map(sleds.map((sled) => [sled.id, sled]))
  const sorted = sleds.toSorted(emptiestFirst)
  return [...open.keys(), ...closed].toSorted(compare).map((sledId) => {
    const displaced = (bySled.get(sledId) ?? []).toSorted((a, b) => b.memory - a.memory || b.ncpus - a.ncpus)
    const others = new EmptiestFirst(
      sorted.filter(({ id }) => id !== sledId),
      displaced,
    )
    const failed = open.get(sledId)
    const stranded = displaced.filter((instance) => others.take(instance) === undefined).length
    const lost = (failed ? roomFor(request, failed) : 0) + others.changes((sled) => roomFor(request, sled))
    return {
      sledId,
      displaced: displaced.length,
      stranded,
      placed: Math.min(total - lost, request.count),
    }
  })
}
