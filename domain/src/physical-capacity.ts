import { type Amounts, GiB, TiB } from './sizes.ts'

// Specification section 9: capacity planning.

/** vCPUs that a hardware thread carries, unless an operator decides otherwise. Most guests leave theirs idle most of the time. */
export const VCPUS_PER_THREAD = 4

/** Share of vCPUs and memory that planning counts on. The rest is for failed sleds and uneven placement. */
const USABLE_FRACTION = 0.7
/** Bytes of storage of a sled that doesn't tell its own: 32 TiB of disks, less what redundancy and formatting take. */
const STORAGE_PER_SLED = 32 * 0.909 * TiB

type SledCapacity = {
  usableHardwareThreads: number
  /** Undefined on a server that places one vCPU on each thread. */
  usableVcpus?: number | undefined
  usablePhysicalRam: number
  usableStorage?: number | null | undefined
}

/** Returns what can be planned with on these sleds, rounded up to whole vCPUs and whole GiB; storage of a TiB or more, to whole TiB. */
export const plannableCapacity = (sleds: readonly SledCapacity[]): Amounts => {
  const storage = sum(sleds, ({ usableStorage }) => usableStorage ?? STORAGE_PER_SLED)
  return {
    cpus: Math.ceil(
      USABLE_FRACTION *
        sum(sleds, ({ usableVcpus, usableHardwareThreads }) => usableVcpus ?? usableHardwareThreads),
    ),
    memory: roundUp(USABLE_FRACTION * sum(sleds, (sled) => sled.usablePhysicalRam), GiB),
    storage: roundUp(storage, storage < TiB ? GiB : TiB),
  }
}

const roundUp = (amount: number, unit: number): number => Math.ceil(amount / unit) * unit

const sum = (sleds: readonly SledCapacity[], of: (sled: SledCapacity) => number): number =>
  sleds.reduce((total, sled) => total + of(sled), 0)
