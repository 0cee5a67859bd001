import type { CpuPlatform } from './cpu-platforms.ts'

/** A sled with what of it is taken. Memory in bytes. */
export type PlacementSled = {
  id: string
  usableThreads: number
  usableMemory: number
  usedThreads: number
  usedMemory: number
  /** Those that it can give to an instance. */
  cpuPlatforms: readonly CpuPlatform[]
}

/** A group that the instance belongs to, and where its other members hold a place: the same index in both lists. */
export type PlacementGroup = {
  name: string
  policy: 'allow' | 'fail'
  memberSleds: string[]
  memberNames: string[]
}

export type PlacementRequest = {
  ncpus: number
  memory: number
  /** What it asks for; null takes any. */
  cpuPlatform: CpuPlatform | null
  sleds: readonly PlacementSled[]
  /** Members shall be on different sleds. */
  antiAffinity: readonly PlacementGroup[]
  /** Members shall be on the same sled. */
  affinity: readonly PlacementGroup[]
}
