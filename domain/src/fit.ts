import type { CpuPlatform } from './cpu-platforms.ts'
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
  return [...open.keys(), ...closed].toSorted(compare).map((sledId) => {
    const displaced = (bySled.get(sledId) ?? []).toSorted((a, b) => b.memory - a.memory || b.ncpus - a.ncpus)
    const others = new Others(sleds, sledId)
    const failed = open.get(sledId)
    const stranded = displaced.filter((instance) => !others.take(instance)).length
    const lost = (failed ? roomFor(request, failed) : 0) + others.changes((sled) => roomFor(request, sled))
    return {
      sledId,
      displaced: displaced.length,
      stranded,
      placed: Math.min(total - lost, request.count),
    }
  })
}

type Size = Omit<PlacedInstance, 'sledId'>

/** The sleds that are left when one fails. Copies only those that get instances, because a fleet may have a thousand. */
class Others {
  readonly #before: readonly PlacementSled[]
  readonly #sleds: PlacementSled[]

  constructor(sleds: readonly PlacementSled[], failedId: string) {
    this.#before = sleds.filter(({ id }) => id !== failedId)
    this.#sleds = [...this.#before]
  }

  /** Places an instance on the sled that a start would choose. @returns whether one had room. */
  take(instance: Size): boolean {
    const at = emptiestFor(this.#sleds, instance)
    const sled = this.#sleds[at]
    if (!sled) return false
    this.#sleds[at] = {
      ...sled,
      usedThreads: sled.usedThreads + instance.ncpus,
      usedMemory: sled.usedMemory + instance.memory,
    }
    return true
  }

  /** Returns how much an amount shrank, summed over the sleds that got instances. */
  changes(amount: (sled: PlacementSled) => number): number {
    return this.#before.reduce((sum, before, at) => {
      const now = this.#sleds[at]!
      return now === before ? sum : sum + amount(before) - amount(now)
    }, 0)
  }
}

/**
 * Returns the index of the sled that `choosePlacement` chooses for an instance without groups, -1 if none has room. In one
 * pass without sorting, because a failure may displace thousands of instances.
 */
export function emptiestFor(sleds: readonly PlacementSled[], { ncpus, memory, cpuPlatform }: Size): number {
  let best = -1
  let most = 0
  for (const [at, sled] of sleds.entries()) {
    const free = sled.usableMemory - sled.usedMemory
    const fits =
      free >= memory &&
      sled.usableThreads - sled.usedThreads >= ncpus &&
      (cpuPlatform === null || sled.cpuPlatforms.includes(cpuPlatform))
    if (!fits) continue
    if (best !== -1 && (free < most || (free === most && sleds[best]!.id < sled.id))) continue
    best = at
    most = free
  }
  return best
}
