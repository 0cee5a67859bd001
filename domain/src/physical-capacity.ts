import { type Amounts, GiB, TiB } from './sizes.ts'

// Specification section 9: capacity planning.

/** Share of threads and memory that planning counts on. The rest is for failed sleds and uneven placement. */
const USABLE_FRACTION = 0.7
/** Bytes of storage per sled: 32 TiB of disks, less what redundancy and formatting take. */
const STORAGE_PER_SLED = 32 * 0.909 * TiB

type SledCapacity = { usableHardwareThreads: number; usablePhysicalRam: number }

/** Returns what can be planned with on these sleds, rounded up to whole threads and whole GiB and TiB. */
export const plannableCapacity = (sleds: readonly SledCapacity[]): Amounts => ({
  cpus: Math.ceil(USABLE_FRACTION * sum(sleds, (sled) => sled.usableHardwareThreads)),
  memory: Math.ceil((USABLE_FRACTION * sum(sleds, (sled) => sled.usablePhysicalRam)) / GiB) * GiB,
  storage: Math.ceil((sleds.length * STORAGE_PER_SLED) / TiB) * TiB,
})

const sum = (sleds: readonly SledCapacity[], of: (sled: SledCapacity) => number): number =>
  sleds.reduce((total, sled) => total + of(sled), 0)
