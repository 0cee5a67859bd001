/** A sled with what of it is taken. Memory in bytes. */
export type PlacementSled = {
  id: string
  usableThreads: number
  usableMemory: number
  usedThreads: number
  usedMemory: number
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
  sleds: readonly PlacementSled[]
  /** Members shall be on different sleds. */
  antiAffinity: readonly PlacementGroup[]
  /** Members shall be on the same sled. */
  affinity: readonly PlacementGroup[]
}
