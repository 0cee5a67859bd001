import type { CpuPlatform } from '../cpu-platform.ts'
import type { SledIdentity } from '../equipment.ts'
import type { PhysicalDisk, Sled } from '../sled.ts'
import { stableUuid } from '../stable.ts'

const GiB = 1024 ** 3

/** Ten of these are 32 TB raw, of which a sled offers 0.909. */
export const DISKS_PER_SLED = 10
const DISK_SIZE = Math.floor((32 * 1024 * GiB * 0.909) / DISKS_PER_SLED)

/** A rack that grew over the years: of eight sleds, five are first generation, two second and one third. */
const GENERATIONS: { part: string; cpuPlatforms: CpuPlatform[] }[] = [
  { part: '310-0000017', cpuPlatforms: ['amd_milan'] },
  { part: '310-0000023', cpuPlatforms: ['amd_milan', 'amd_turin'] },
  { part: '310-0000024', cpuPlatforms: ['amd_milan', 'amd_turin', 'amd_turin_v2'] },
]
const generationOf = (index: number) => GENERATIONS[index % 8 < 5 ? 0 : index % 8 < 7 ? 1 : 2]!

/**
 * Returns the simulated rack: `sleds` hosts of 128 threads and 1 TiB in every other slot, identical but for their CPUs.
 * Its ids are always the same, so that records that refer to a sled stay valid after a restart.
 */
export function simulatedRack(sleds = 16): Sled[] {
  const rackId = stableUuid('rack')
  return Array.from({ length: sleds }, (_, index) => {
    const { part, cpuPlatforms } = generationOf(index)
    const serial = `GRN26${String(index + 1).padStart(4, '0')}`
    return simulatedSled({ part, serial }, { rackId, slot: index * 2, cpuPlatforms })
  }).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns the sled that is in a rack, but not in use yet. Sleds in use are in even slots, so its slot is free. */
export const spareSled = (rackId: string): Sled =>
  simulatedSled(
    { part: '310-0000024', serial: 'GRN26SPARE' },
    { rackId, slot: 31, cpuPlatforms: generationOf(7).cpuPlatforms },
  )

const simulatedSled = (
  { part, serial }: SledIdentity,
  place: Pick<Sled, 'rackId' | 'slot' | 'cpuPlatforms'>,
): Sled => ({
  ...place,
  id: stableUuid(`sled/${serial}`),
  baseboard: { part, serial, revision: 6 },
  usableHardwareThreads: 128,
  usablePhysicalRam: 1011 * GiB,
  usableStorage: DISKS_PER_SLED * DISK_SIZE,
  state: 'up',
  disks: Array.from({ length: DISKS_PER_SLED }, (_, bay) => simulatedDisk(serial, bay)),
})

/** Returns the disk in a bay of a sled. */
export const simulatedDisk = (sledSerial: string, bay: number) =>
  ({
    id: stableUuid(`physical-disk/${sledSerial}/${bay}`),
    vendor: 'Simulated',
    model: 'SIM-U2-3T2',
    serial: `${sledSerial}U${bay}`,
    formFactor: 'u2',
    size: DISK_SIZE,
  }) satisfies PhysicalDisk
