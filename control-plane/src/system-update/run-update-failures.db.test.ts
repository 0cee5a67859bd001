import { manualClock } from '@granary/compute/clock.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { Component } from '@granary/compute/component.ts'
import { afterEach, expect, type MockInstance, test, vi } from 'vitest'
import {
  AT,
  COMPONENTS,
  failing,
  openFleet,
  openUpdateWorld,
  runWhole,
  targetProblem,
  type UpdateWorld,
} from '../../test/updates.ts'
import { SemaphoreTimeout } from '../database/semaphore.ts'
import { refreshComponents } from '../shared/updates/refresh-components.ts'
import { runUpdate } from './run-update.ts'

let world: UpdateWorld
afterEach(() => world.close())

const never = new AbortController().signal

const open = async (...versions: string[]) => (world = await openFleet(versions))
const runAll = () => runWhole(world)
const problem = (version: string) => targetProblem(world, version)

test('suspends the update after three failures, and tries again after a recovery', async () => {
  const { ask, setTarget, status, services } = await open('1.0.0', '2.0.0')
  await setTarget('2.0.0')
  const update = failing(world, () => new DriverError('internal', 'the disk is full'))
  expect(await runUpdate(services, never)).toEqual({ again: 5_000 })
  expect(await runUpdate(services, never)).toEqual({ again: 20_000 })
  expect((await status()).suspended).toBe(false)
  expect(await runUpdate(services, never)).toBeUndefined()
  expect(new Set(update.mock.calls.map(([id]) => id)).size).toBe(1)
  const { suspended, contact_support, suspended_reason } = await status()
  expect([suspended, contact_support]).toEqual([true, true])
  expect(suspended_reason).toMatch(/^Sled GRN26\d+ could not be updated to 2.0.0: the disk is full\.$/)
  expect(await runUpdate(services, never)).toBeUndefined()
  const issues = (await ask('GET', '/experimental/v1/system/issues')).body.items
  expect(issues).toMatchObject([
    { check: 'update-suspended', severity: 'error', message: expect.stringContaining(suspended_reason) },
  ])
  update.mockRestore()
  const finish = (version: string) => ask('PUT', `${AT}/recovery-finish`, { system_version: version })
  expect((await finish('9.0.0')).status).toBe(404)
  expect((await finish('2.0.0')).status).toBe(204)
  expect((await finish('2.0.0')).body.message).toBe('no recovery is pending')
  expect(await runAll()).toBe(COMPONENTS)
  expect((await status()).components_by_release_version).toEqual({ '2.0.0': COMPONENTS })
  expect((await ask('GET', '/experimental/v1/system/issues')).body.items).toEqual([])
})

test.each([
  ['has no free place', new SemaphoreTimeout()],
  ['does not answer', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
  ['takes no writes', Object.assign(new Error('cannot execute INSERT'), { code: '25006' })],
])('a database that %s is no failure of the component: the update waits and goes on', async (_, error) => {
  const { setTarget, status, services } = await open('2.0.0')
  await setTarget('2.0.0')
  const update = failing(world, () => error)
  // More often than a step may fail. The worker runs a task again that throws.
  for (let tries = 0; tries < 5; tries++) await expect(runUpdate(services, never)).rejects.toBe(error)
  update.mockRestore()
  const components = vi.spyOn(services.compute, 'components' as never) as unknown as MockInstance<
    NonNullable<typeof services.compute.components>
  >
  const reported = (await services.compute.components!()) as Component[]
  // The database is away again after the update of the component.
  components.mockResolvedValueOnce(reported).mockRejectedValueOnce(error)
  await expect(runUpdate(services, never)).rejects.toBe(error)
  components.mockRestore()
  const failures = await services.db.selectFrom('update_component').select('failures').execute()
  expect(failures.every((each) => each.failures === 0)).toBe(true)
  expect(await runAll()).toBe(COMPONENTS)
  expect(await status()).toMatchObject({
    suspended: false,
    components_by_release_version: { '2.0.0': COMPONENTS },
  })
})

test('a release that a component cannot run suspends at once, and a recovery may go back', async () => {
  const { ask, setTarget, status } = await open('1.0.0', '2.0.0')
  await setTarget('2.0.0')
  const update = failing(world, () => new DriverError('invalid', 'it has another processor'))
  expect(await runAll()).toBe(0)
  expect((await status()).suspended).toBe(true)
  update.mockRestore()
  await ask('PUT', `${AT}/recovery-finish`, { system_version: '1.0.0' })
  await runAll()
  expect(await status()).toMatchObject({
    target_release: { version: '1.0.0' },
    components_by_release_version: { '1.0.0': COMPONENTS },
  })
})

test('suspends when something else changes a component, until the recovery is finished', async () => {
  const { ask, setTarget, status, services } = await open('1.0.0', '2.0.0', '2.1.0')
  await setTarget('2.0.0')
  await runAll()
  const [component] = await services.compute.components!()
  const install = (version: string) => services.compute.seed({ components: [{ id: component!.id, version }] })
  await install('2.1.0')
  await refreshComponents(services)
  expect(await status()).toMatchObject({
    suspended: true,
    contact_support: false,
    suspended_reason: expect.stringMatching(/ runs 2.1.0, which the update to 2.0.0 did not install\.$/),
  })
  expect(await problem('2.1.0')).toContain('the update to 2.0.0 has not finished')
  await install('2.0.0')
  await refreshComponents(services)
  expect(await problem('2.1.0')).toContain('a recovery is pending')
  await install('2.1.0')
  expect((await ask('PUT', `${AT}/recovery-finish`, { system_version: '2.1.0' })).status).toBe(204)
  expect(await runAll()).toBe(COMPONENTS - 1)
  expect((await status()).suspended).toBe(false)
})

test('a recovery during a step lets that step end', async () => {
  const { ask, setTarget, status, services } = await open('1.0.0', '2.0.0')
  const last = (await services.compute.components!()).at(-1)!.id
  const install = (version: string) => services.compute.seed({ components: [{ id: last, version }] })
  await setTarget('2.0.0')
  const update = services.compute.updateComponent!.bind(services.compute)
  services.compute.updateComponent = async (...given) => {
    services.compute.updateComponent = update
    await install('9.9.9')
    await refreshComponents(services)
    expect((await ask('PUT', `${AT}/recovery-finish`, { system_version: '1.0.0' })).status).toBe(204)
    await update(...given)
  }
  await runAll()
  expect(await status()).toMatchObject({
    suspended_reason: null,
    target_release: { version: '1.0.0' },
    components_by_release_version: { '1.0.0': COMPONENTS },
  })
})

test('a server that stops leaves the step to the next one, without counting a failure', async () => {
  const { setTarget, services } = await open('2.0.0')
  await setTarget('2.0.0')
  const ending = new AbortController()
  const begun = Promise.withResolvers<void>()
  const update = services.compute.updateComponent!.bind(services.compute)
  const calls: string[] = []
  services.compute.updateComponent = (id) => {
    calls.push(id)
    begun.resolve()
    return new Promise(() => {})
  }
  const run = runUpdate(services, ending.signal)
  await begun.promise
  ending.abort()
  expect(await run).toEqual({ again: 0 })
  services.compute.updateComponent = (id, release) => {
    calls.push(id)
    return update(id, release)
  }
  await runUpdate(services, never)
  expect(calls[1]).toBe(calls[0])
  const failures = await services.db.selectFrom('update_component').select('failures').execute()
  expect(failures.every(({ failures }) => failures === 0)).toBe(true)
})

test('a driver that hangs counts as a failure after an hour', async () => {
  const clock = manualClock(new Date())
  world = await openUpdateWorld({ started: false, clock }, ['2.0.0'])
  const { services, setTarget } = world
  await refreshComponents(services)
  await setTarget('2.0.0')
  const begun = Promise.withResolvers<void>()
  services.compute.updateComponent = () => {
    begun.resolve()
    return new Promise(() => {})
  }
  const run = runUpdate(services, never)
  await begun.promise
  await clock.advance(3_600_000)
  expect(await run).toEqual({ again: 5_000 })
})
