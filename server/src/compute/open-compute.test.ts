import { DriverError } from '@granary/compute/driver-error.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { DriverHost } from '@granary/compute/host.ts'
import { memoryStore } from '@granary/compute/memory-store.ts'
import type { DriverStore } from '@granary/compute/store.ts'
import type { Services } from '@granary/control-plane/kit/context/services.ts'
import { expect, test } from 'vitest'
import type { Configuration } from '../settings/configuration.ts'
import type { DriverChoice } from '../drivers.ts'
import { openCompute } from './open-compute.ts'

const choice = (open: DriverChoice['open']): DriverChoice => ({
  settings: {},
  lacks: async () => [],
  open,
})
const opens = choice(async () => ({}) as ComputeDriver)
const refuses = choice(() => Promise.reject(new Error('the kernel has no nf_tables')))

/** A database that has machines or none. */
const database = (hasMachines: boolean) => {
  const query = {
    select: () => query,
    limit: () => query,
    executeTakeFirst: async () => (hasMachines ? { id: '1' } : undefined),
  }
  return { db: { selectFrom: () => query } } as unknown as Pick<Services, 'db'>
}

type Start = { compute?: string; hasMachines?: boolean; qemu?: DriverChoice; simulated?: DriverChoice }

async function start(store: DriverStore, differences: Start = {}) {
  const { compute = 'auto', hasMachines = false, qemu = opens, simulated = opens } = differences
  const lines: string[] = []
  const log: DriverHost['log'] = (level, message) => void lines.push(`${level}: ${message}`)
  const { driverSelection } = await openCompute(database(hasMachines), { store, log } as DriverHost, {
    configuration: { compute, dataset: null } as Configuration,
    drivers: { qemu, simulated },
    metrics: { observeCall: () => {} },
  })
  return { ...driverSelection, lines }
}

const warnings = (lines: string[]) => lines.filter((line) => line.startsWith('warn'))

test('auto falls back from a driver that cannot be opened, while nothing was made', async () => {
  const store = memoryStore()
  const { driver, candidates, lines } = await start(store, { qemu: refuses })
  expect(driver).toBe('simulated')
  expect(candidates[0]).toEqual({ name: 'qemu', missing: ['the kernel has no nf_tables'] })
  expect(warnings(lines)).toEqual([expect.stringMatching(/"qemu".*nf_tables/)])
  // The simulation makes the machines from now on.
  expect(await start(store, { hasMachines: true })).toMatchObject({ driver: 'simulated' })
})

test('machines, and a name in the settings, allow no other driver', async () => {
  const store = memoryStore()
  await start(store)
  await expect(start(store, { hasMachines: true, qemu: refuses })).rejects.toThrow('nf_tables')
  await expect(start(memoryStore(), { compute: 'qemu', qemu: refuses })).rejects.toThrow('nf_tables')
  await expect(start(memoryStore(), { qemu: refuses, simulated: refuses })).rejects.toThrow('nf_tables')
})

test("a folder or a database that is another server's allows no other driver", async () => {
  const taken = choice(() => Promise.reject(new DriverError('invalid', 'another server uses the folder')))
  await expect(start(memoryStore(), { qemu: taken })).rejects.toThrow('another server')
})

test('what auto does without is no warning', async () => {
  const { lines } = await start(memoryStore(), {
    qemu: { ...opens, lacks: async () => ['A spanner is missing.'] },
  })
  expect(lines[0]).toMatch(/^info: .*spanner/)
  expect(warnings(lines)).toEqual([])
})

test('a server that starts at the same time follows the one that claimed the machines', async () => {
  const store = memoryStore()
  // Between the reading and the claim of this server, another one starts.
  const lacks = async () => {
    if ((await store.get('driver-of-machines')) === undefined) await start(store)
    return ['A spanner is missing.']
  }
  await expect(start(store, { qemu: { ...opens, lacks } })).rejects.toThrow(/"qemu".*spanner/s)
  expect(await start(store, { hasMachines: true })).toMatchObject({ driver: 'qemu' })
})

test('the driver is claimed before it is opened', async () => {
  const store = memoryStore()
  const seen: unknown[] = []
  const open = async () => {
    seen.push(await store.get('driver-of-machines'))
    return {} as ComputeDriver
  }
  await start(store, { qemu: choice(open) })
  expect(seen).toEqual([['qemu']])
})

test('every start warns of machines left behind, until they are run again', async () => {
  const store = memoryStore()
  await start(store)
  const leaving = [expect.stringMatching(/"simulated" leaves behind .*"qemu".*--compute qemu/)]
  const named = await start(store, { compute: 'simulated', hasMachines: true })
  expect(warnings(named.lines)).toEqual(leaving)
  const later = await start(store, { hasMachines: true })
  expect(later.driver).toBe('simulated')
  expect(warnings(later.lines)).toEqual(leaving)
  expect(await start(store, { compute: 'qemu', hasMachines: true })).toMatchObject({ driver: 'qemu' })
  expect(await start(store, { hasMachines: true })).toMatchObject({ driver: 'qemu' })
})
