import { manualClock } from '@granary/compute/clock.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

/** A world whose control plane has not started, and whose driver answers as `inventory` does. */
async function openStopped() {
  const clock = manualClock()
  const world = await openWorld({ clock, started: false })
  onTestFinished(world.close)
  const { compute } = world.services
  const inventory = compute.inventory.bind(compute)
  const logged: string[] = []
  world.services.log = (_, message) => void logged.push(message)
  const sleds = async () => (await world.ask('GET', '/v1/system/hardware/sleds')).body.items.length as number
  return { ...world, clock, compute, inventory, logged, sleds }
}

test('the server starts without a driver that cannot be reached, logs that, and asks it again soon', async () => {
  const { clock, compute, controlPlane, inventory, logged, sleds, ask } = await openStopped()
  compute.inventory = () => Promise.reject(new DriverError('unreachable', 'the host is down'))
  await controlPlane.start()
  expect(logged).toContain('driver did not answer')
  expect((await ask('GET', '/v1/projects')).status).toBe(200)
  expect(await sleds()).toBe(0)
  compute.inventory = inventory
  await clock.advance(5_000)
  await expect.poll(sleds).toBeGreaterThan(0)
})

test('the server does not wait for a driver that hangs, and stores its late answer', async () => {
  const { clock, compute, controlPlane, inventory, logged, sleds } = await openStopped()
  const { promise, resolve } = Promise.withResolvers<void>()
  let isAsked = false
  compute.inventory = async () => {
    isAsked = true
    await promise
    return inventory()
  }
  const started = controlPlane.start()
  await expect.poll(() => isAsked).toBe(true)
  await clock.advance(10_000)
  await started
  expect(logged).toContain('driver has not answered yet, so the server starts without it')
  resolve()
  await expect.poll(sleds).toBeGreaterThan(0)
})

test('a database that fails at the first reading of the driver fails the start', async () => {
  const { compute, controlPlane } = await openStopped()
  compute.list = () => Promise.reject(new Error('no such table'))
  await expect(controlPlane.start()).rejects.toThrow('no such table')
})
