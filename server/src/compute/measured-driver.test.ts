import { DriverError } from '@granary/compute/driver-error.ts'
import { systemClock } from '@granary/compute/clock.ts'
import { expect, test } from 'vitest'
import { openToyDriver } from '../../test/toy/driver.ts'
import { measured } from './measured-driver.ts'

test('reports calls by their name and outcome, and returns their answers', async () => {
  const calls: string[] = []
  const driver = measured(await openToyDriver({ clock: systemClock }), (call, outcome, ms) => {
    expect(ms).toBeGreaterThanOrEqual(0)
    calls.push(`${call} ${outcome}`)
  })
  expect(await driver.list()).toEqual([])
  await expect(driver.ensureStopped(crypto.randomUUID())).rejects.toThrow(DriverError)
  driver.subscribe(() => {})()
  await driver.close()
  expect(calls).toEqual(['list ok', 'ensureStopped error', 'close ok'])
})
