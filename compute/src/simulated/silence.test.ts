import { expect, test } from 'vitest'
import { machineSpec } from '../../conformance/specs.ts'
import { simulatedRack } from './rack.ts'
import { openWorld } from './testing.ts'

test('machines of a silent sled keep their last state, and take no commands', async () => {
  const [one, two] = simulatedRack(2)
  const { clock, open } = openWorld({ sleds: [one!, two!] })
  const { driver } = await open()
  const spec = machineSpec({ sledId: one!.id })
  await driver.ensureRunning(spec)
  await clock.advance(4000)
  driver.silence(one!.id, true)
  expect((await driver.inventory()).map(({ state }) => state)).toEqual(['unreachable', 'up'])
  const hidden = { state: 'running', sledId: one!.id, note: expect.stringContaining('last known state') }
  expect(await driver.view(spec.id)).toMatchObject(hidden)
  expect(await driver.list()).toMatchObject([hidden])
  const unreachable = { kind: 'unreachable' }
  await expect(driver.ensureStopped(spec.id)).rejects.toMatchObject(unreachable)
  await expect(driver.destroy(spec.id)).rejects.toMatchObject(unreachable)
  await expect(driver.ensureRunning({ ...spec, sledId: two!.id })).rejects.toMatchObject(unreachable)
  await expect(driver.ensureRunning(machineSpec({ sledId: one!.id }))).rejects.toMatchObject(unreachable)
  driver.silence(one!.id, false)
  expect((await driver.view(spec.id))?.note).toBeUndefined()
  await driver.ensureStopped(spec.id)
})
