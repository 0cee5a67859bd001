import { expect, test } from 'vitest'
import { plannableCapacity } from './physical-capacity.ts'
import { GiB, TiB } from './sizes.ts'

test('plans with 70 % of threads and memory and 29.088 TiB of storage per sled, rounded up', () => {
  const sled = { usableHardwareThreads: 128, usablePhysicalRam: 1011 * GiB }
  expect(plannableCapacity([])).toEqual({ cpus: 0, memory: 0, storage: 0 })
  expect(plannableCapacity([sled])).toEqual({ cpus: 90, memory: 708 * GiB, storage: 30 * TiB })
  expect(plannableCapacity(Array.from({ length: 16 }, () => sled))).toEqual({
    cpus: 1434,
    memory: 11_324 * GiB,
    storage: 466 * TiB,
  })
})

test('plans with the vCPUs and the storage that sleds tell', () => {
  const sled = { usableHardwareThreads: 8, usableVcpus: 32, usablePhysicalRam: 16 * GiB }
  expect(plannableCapacity([{ ...sled, usableStorage: 100.5 * GiB }])).toEqual({
    cpus: 23,
    memory: 12 * GiB,
    storage: 101 * GiB,
  })
  expect(plannableCapacity([{ ...sled, usableStorage: 2.5 * TiB }]).storage).toBe(3 * TiB)
  expect(plannableCapacity([{ ...sled, usableStorage: null }]).storage).toBe(30 * TiB)
})
