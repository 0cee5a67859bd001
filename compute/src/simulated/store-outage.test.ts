import { expect, test } from 'vitest'
import { machineSpec } from '../../conformance/specs.ts'
import { memoryStore } from '../memory-store.ts'
import type { DriverStore } from '../store.ts'
import { openWorld } from './testing.ts'

/** A store with outages, like a restarting database. */
function faultyStore() {
  const store = memoryStore()
  const outage = { on: false }
  const check = <T>(work: () => Promise<T>) =>
    outage.on ? Promise.reject(new Error('connection refused')) : work()
  const unsteady: DriverStore = {
    get: (key) => check(() => store.get(key)),
    put: (key, value) => check(() => store.put(key, value)),
    delete: (key) => check(() => store.delete(key)),
    update: (key, change) => check(() => store.update(key, change)),
    list: (prefix) => check(() => store.list(prefix)),
  }
  return { store: unsteady, outage }
}

test('reports a state that began during an outage once the store is back', async () => {
  const { store, outage } = faultyStore()
  const lines: string[] = []
  const { clock, open } = openWorld({ store, log: (_, message) => lines.push(message) })
  const { driver, reports } = await open()
  const spec = machineSpec()
  await driver.ensureRunning(spec)
  outage.on = true
  await clock.advance(10_000)
  expect(reports.map(({ state }) => state)).toEqual(['starting'])
  expect(new Set(lines)).toEqual(new Set(['the next state of a machine was not read']))
  outage.on = false
  await clock.advance(1_000)
  expect(reports.map(({ state }) => state)).toEqual(['starting', 'running'])
  await driver.close()
})

test('does not read a destroyed machine again', async () => {
  const { store, outage } = faultyStore()
  const lines: string[] = []
  const { clock, open } = openWorld({ store, log: (_, message) => lines.push(message) })
  const { driver, reports } = await open()
  const spec = machineSpec()
  await driver.ensureRunning(spec)
  outage.on = true
  await clock.advance(4_000)
  const failures = lines.length
  expect(failures).toBeGreaterThan(0)
  outage.on = false
  await driver.destroy(spec.id)
  await clock.advance(60_000)
  expect(lines).toHaveLength(failures)
  expect(reports.map(({ state }) => state)).toEqual(['starting'])
})

test('saves input from during an outage once the store is back', async () => {
  const { store, outage } = faultyStore()
  const { clock, open } = openWorld({ store })
  const { driver } = await open()
  const spec = machineSpec()
  await driver.ensureRunning(spec)
  await clock.advance(60_000)
  const connection = await driver.serial(spec.id).connect({ mostRecent: 0 })
  outage.on = true
  void connection.write(new TextEncoder().encode('root\r'))
  await clock.advance(5_000)
  outage.on = false
  await clock.advance(5_000)
  const before = await driver.serial(spec.id).history({ fromStart: 0, maxBytes: 1_000_000 })
  // Not closed: a crash saves nothing.
  const second = await (await open()).driver.serial(spec.id).history({ fromStart: 0, maxBytes: 1_000_000 })
  expect(new TextDecoder().decode(second.data)).toContain('root')
  expect(second).toEqual(before)
})
