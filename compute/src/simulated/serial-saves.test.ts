import { expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { machineSpec } from '../../conformance/specs.ts'
import { hostTurn } from '../host-turn.ts'
import { memoryStore } from '../memory-store.ts'
import { openSimulatedDriver } from './driver.ts'

it('saves one console after the other, so that many take as much of the host as one', async () => {
  const store = memoryStore()
  const saves = { running: 0, most: 0, keys: new Set<string>() }
  const put = async (key: string, value: unknown) => {
    if (!key.startsWith('serial/')) return store.put(key, value)
    saves.running += 1
    saves.most = Math.max(saves.most, saves.running)
    await hostTurn()
    await store.put(key, value)
    saves.keys.add(key)
    saves.running -= 1
  }
  const clock = manualClock()
  const driver = await openSimulatedDriver({ clock, store: { ...store, put } })
  const specs = Array.from({ length: 5 }, () => machineSpec())
  for (const spec of specs) await driver.ensureRunning(spec)
  await clock.advance(10_000)
  for (const { id } of specs)
    void (await driver.serial(id).connect({ mostRecent: 0 })).write(new TextEncoder().encode('root\r'))
  await clock.advance(2_000)
  await expect.poll(() => saves.keys.size).toBe(5)
  expect(saves.most).toBe(1)
  await driver.close()
})
