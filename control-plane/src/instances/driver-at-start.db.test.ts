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
  expect(controlPlane.driverAnswers()).toBe(false)
  expect((await ask('GET', '/v1/projects')).status).toBe(200)
  expect(await sleds()).toBe(0)
  compute.inventory = inventory
  await clock.advance(5_000)
  await expect.poll(sleds).toBeGreaterThan(0)
  await expect.poll(() => controlPlane.driverAnswers()).toBe(true)
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

test('a late answer of a driver is dropped after a stop', async () => {
  const { clock, compute, controlPlane, inventory, sleds } = await openStopped()
  const asked = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<void>()
  compute.inventory = async () => {
    asked.resolve()
    await promise
    return inventory()
  }
  const dropped = Promise.withResolvers<void>()
  const equipment = compute.equipment.bind(compute)
  compute.equipment = async () => {
    // The last answer that is waited for.
    setImmediate(() => dropped.resolve())
    return equipment()
  }
  const started = controlPlane.start()
  await asked.promise
  await clock.advance(10_000)
  await started
  await controlPlane.stop()
  let isListed = false
  compute.list = async () => {
    isListed = true
    return []
  }
  resolve()
  await dropped.promise
  expect([isListed, await sleds()]).toEqual([false, 0])
})

test('a database that fails after a late answer is logged as an error, not as a silent driver', async () => {
  const { clock, compute, controlPlane, logged } = await openStopped()
  const asked = Promise.withResolvers<void>()
  const { promise, reject } = Promise.withResolvers<never>()
  compute.list = () => {
    asked.resolve()
    return promise
  }
  const started = controlPlane.start()
  await asked.promise
  await clock.advance(10_000)
  await started
  reject(new Error('no such table'))
  await expect.poll(() => logged).toContain('the list of the driver was not stored')
  expect(logged).not.toContain('driver did not answer')
})

test('a database that fails at the first reading of the driver fails the start', async () => {
  const { compute, controlPlane } = await openStopped()
  compute.list = () => Promise.reject(new Error('no such table'))
  await expect(controlPlane.start()).rejects.toThrow('no such table')
})
