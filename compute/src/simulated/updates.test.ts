import { expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { memoryStore } from '../memory-store.ts'
import { openSimulatedDriver } from './driver.ts'
import type { Rack } from './equipment.ts'
import { Updates } from './updates.ts'

const HOUR = 3_600_000

it('keeps what it has updated when the clock was set back before a restart', async () => {
  const rack = { sleds: async () => [{ id: 'a' }], equipment: async () => ({ switches: [] }) }
  let now = 10 * HOUR
  const updates = new Updates(rack as unknown as Rack, memoryStore(), () => now, 3_000)
  now = await updates.begin('a', '1.0.0')
  now = await updates.begin('a', '2.0.0')
  now -= HOUR
  expect(await updates.components()).toMatchObject([{ version: '2.0.0' }])
  expect(await updates.begin('a', '2.0.0')).toBe(now)
  expect(await updates.begin('a', '3.0.0')).toBe(now + 3_000)
  expect(await updates.components()).toMatchObject([{ version: '2.0.0' }])
})

/** A clock of which `share` of the time shows that its timers take: one that was set back, or that advances in steps. */
const slowedClock = (share: number) => {
  const clock = manualClock()
  const start = clock.now().getTime()
  const now = () => new Date(start + (clock.now().getTime() - start) * share)
  return { ...clock, now }
}

it.each([0.5, 0.99])(
  'ends an update only when the software is there, on a clock at %d of the pace',
  async (pace) => {
    const clock = slowedClock(pace)
    const driver = await openSimulatedDriver({ clock })
    const { id } = (await driver.components!())[0]!
    let versions: unknown
    const updated = driver.updateComponent!(id, {
      version: '2.0.0',
      artifacts: [],
      open: () => Promise.reject(new Error('unused')),
    }).then(async () => (versions = (await driver.components!()).map(({ version }) => version)))
    await clock.advance(60_000)
    await updated
    expect(versions).toContain('2.0.0')
    await driver.close()
  },
)

it('does not wait for a clock that was set back by hours to catch up', async () => {
  const clock = manualClock()
  let back = 0
  const driver = await openSimulatedDriver({
    clock: { ...clock, now: () => new Date(clock.now().getTime() - back) },
  })
  const { id } = (await driver.components!())[0]!
  let isOver = false
  const release = { version: '2.0.0', artifacts: [], open: () => Promise.reject(new Error('unused')) }
  const updated = driver.updateComponent!(id, release).then(() => (isOver = true))
  await clock.advance(1)
  back = HOUR
  await clock.advance(60_000)
  expect(isOver).toBe(true)
  await updated
  await driver.close()
})
