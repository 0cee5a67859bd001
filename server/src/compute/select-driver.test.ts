import { memoryStore } from '@granary/compute/memory-store.ts'
import { expect, test } from 'vitest'
import type { DriverChoice } from '../drivers.ts'
import { type Circumstances, claimMachines, recordedMakers, selectDriver } from './select-driver.ts'

const lacking = (missing: string[]): DriverChoice => ({
  settings: {},
  lacks: async () => missing,
  open: () => Promise.reject(new Error('not opened by these tests')),
})

const select = (differences: Partial<Circumstances>, missing: string[] = []) =>
  selectDriver({
    wanted: 'auto',
    automatic: ['metal', 'simulated'],
    drivers: { metal: lacking(missing), simulated: lacking([]) },
    maker: null,
    loadsMachines: false,
    ...differences,
  })

test('auto selects the first driver that lacks nothing, and tells what the others lack', async () => {
  expect(await select({})).toMatchObject({ driver: 'metal' })
  expect(await select({}, ['A spanner is missing.'])).toEqual({
    driver: 'simulated',
    reason: 'This computer can\'t run "metal".',
    candidates: [
      { name: 'metal', missing: ['A spanner is missing.'] },
      { name: 'simulated', missing: [] },
    ],
  })
})

test('a data set with machines selects the simulation, with that reason', async () => {
  const { driver, reason } = await select({ loadsMachines: true })
  expect(driver).toBe('simulated')
  expect(reason).toContain('data set')
})

test('auto stays with the driver that made the machines', async () => {
  expect(await select({ maker: 'simulated' })).toMatchObject({ driver: 'simulated' })
  expect(await select({ maker: 'metal' })).toMatchObject({ driver: 'metal' })
  await expect(select({ maker: 'metal' }, ['A spanner is missing.'])).rejects.toThrow(/"metal".*\n.*spanner/s)
  await expect(select({ maker: 'wood' })).rejects.toThrow(/"wood"/)
})

test('a name overrules what made the machines, says what it leaves behind, and is refused where it lacks something', async () => {
  const { driver, reason } = await select({ wanted: 'simulated', maker: 'metal' })
  expect(driver).toBe('simulated')
  expect(reason).toContain('leaves behind the machines of the driver "metal"')
  await expect(select({ wanted: 'metal' }, ['A spanner is missing.'])).rejects.toThrow(/spanner/)
})

test('of two servers that start on a database, one claims the machines', async () => {
  const store = memoryStore()
  const seen = await recordedMakers(store)
  expect(await claimMachines(store, seen, ['metal'])).toBe(true)
  expect(await claimMachines(store, seen, ['simulated'])).toBe(false)
  expect(await recordedMakers(store)).toEqual(['metal'])
  expect(await claimMachines(store, ['metal'], ['simulated', 'metal'])).toBe(true)
  expect(await recordedMakers(store)).toEqual(['simulated', 'metal'])
})

test('reads the record of an earlier server', async () => {
  const store = memoryStore()
  await store.put('driver-of-machines', 'metal')
  expect(await recordedMakers(store)).toEqual(['metal'])
})
