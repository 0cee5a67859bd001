import type { CpuPlatform } from './cpu-platforms.ts'

/** A sled and its reserved resources. Memory in bytes. */
export type PlacementSled = {
  id: string
  /** Its threads, times the vCPUs that a thread carries. */
  usableVcpus: number
  usableMemory: number
  usedVcpus: number
  usedMemory: number
  /** Platforms that the sled can provide. */
  cpuPlatforms: readonly CpuPlatform[]
}

/** An affinity group of the instance, with the sleds of its other members: the same index in both lists. */
export type PlacementGroup = {
  name: string
  policy: 'allow' | 'fail'
  memberSleds: string[]
  memberNames: string[]
}

export type PlacementRequest = {
  ncpus: number
  memory: number
  /** Requested platform; null accepts any. */
  cpuPlatform: CpuPlatform | null
  sleds: readonly PlacementSled[]
  /** Members should run on different sleds. */
  antiAffinity: readonly PlacementGroup[]
  /** Members should run on the same sled. */
  affinity: readonly PlacementGroup[]
}
