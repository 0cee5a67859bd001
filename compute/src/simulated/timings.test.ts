import { describe, expect, it } from 'vitest'
import { machineSpec } from '../../conformance/specs.ts'
import { openWorld } from './testing.ts'

describe('timings', () => {
  it('a new machine is defined after 1.5 s and runs after 4 s', async () => {
    const { clock, open } = openWorld()
    const { driver, seen, state } = await open()
    const spec = machineSpec()
    const defined = driver.ensureDefined(spec)
    await clock.advance(1499)
    expect(await state(spec.id)).toBeUndefined()
    await clock.advance(1)
    await defined
    expect(await state(spec.id)).toBe('stopped')
    await driver.ensureRunning(spec)
    await clock.advance(2500)
    expect(seen).toEqual([
      [1500, 'starting'],
      [4000, 'running'],
    ])
  })

  it('takes the same time without a previous definition', async () => {
    const { clock, open } = openWorld()
    const { driver, seen } = await open()
    await driver.ensureRunning(machineSpec())
    await clock.advance(4000)
    expect(seen).toEqual([
      [0, 'starting'],
      [4000, 'running'],
    ])
  })

  it('takes 3 s each to stop, start again and reboot', async () => {
    const { clock, open } = openWorld()
    const { driver, seen } = await open()
    const spec = machineSpec()
    await driver.ensureRunning(spec)
    await clock.advance(4000)
    await driver.ensureStopped(spec.id)
    await clock.advance(3000)
    await driver.ensureRunning(spec)
    await clock.advance(3000)
    await driver.reboot(spec.id, 'one')
    await clock.advance(3000)
    expect(seen.slice(2)).toEqual([
      [4000, 'stopping'],
      [7000, 'stopped'],
      [7000, 'starting'],
      [10_000, 'running'],
      [10_000, 'rebooting'],
      [13_000, 'running'],
    ])
  })

  it('divides every duration by the speed', async () => {
    const { clock, open } = openWorld({ speed: 100, timings: { define: 0 } })
    const { driver, seen } = await open()
    await driver.ensureRunning(machineSpec())
    await clock.advance(25)
    expect(seen.at(-1)).toEqual([25, 'running'])
  })
})
