import { expect, it } from 'vitest'
import { running } from './testing.ts'

const states = (reports: { state: string }[]) => reports.map(({ state }) => state)

it('repeating a start while the machine starts, runs or reboots changes nothing', async () => {
  const { clock, driver, reports, spec } = await running()
  await driver.ensureStopped(spec.id)
  await clock.advance(3000)
  reports.length = 0
  await driver.ensureRunning(spec)
  await clock.advance(2999)
  await driver.ensureRunning(spec)
  await clock.advance(1)
  expect(states(reports)).toEqual(['starting', 'running'])
  await driver.reboot(spec.id, 'one')
  await clock.advance(2999)
  await driver.ensureRunning(spec)
  await clock.advance(1)
  await driver.ensureRunning(spec)
  await clock.advance(60_000)
  expect(states(reports)).toEqual(['starting', 'running', 'rebooting', 'running'])
})

it('repeating a start that waits for a stop starts once, right after the stop', async () => {
  const { clock, driver, reports, spec } = await running()
  reports.length = 0
  await driver.ensureStopped(spec.id)
  const stopped = clock.now().getTime() + 3000
  for (let times = 0; times < 3; times++) {
    await driver.ensureRunning(spec)
    await clock.advance(500)
  }
  await clock.advance(60_000)
  expect(states(reports)).toEqual(['stopping', 'stopped', 'starting', 'running'])
  expect(reports.map(({ since }) => since.getTime() - stopped)).toEqual([-3000, 0, 0, 3000])
})
