import { manualClock } from '@granary/compute/clock.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { Component } from '@granary/compute/component.ts'
import { afterEach, expect, type MockInstance, test, vi } from 'vitest'
import { AT, openUpdateWorld, type UpdateWorld } from '../../test/updates.ts'
import { NoPlaceError } from '../database/places.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { refreshComponents } from '../shared/updates/refresh-components.ts'
import { runUpdate } from './run-update.ts'

let world: UpdateWorld
afterEach(() => world.close())

/** A fleet of 16 sleds and 2 switches, whose tasks the tests run. */
const COMPONENTS = 18
const never = new AbortController().signal

async function open(...versions: string[]) {
  world = await openUpdateWorld({ started: false, speed: 1_000 }, versions)
  await refreshInventory(world.services)
  await refreshComponents(world.services)
  return world
}
/** Runs the task until it has nothing more to do. @returns the number of steps. */
async function runAll(): Promise<number> {
  for (let steps = 0; ; steps++) if (!(await runUpdate(world.services, never))) return steps
}
const problem = async (version: string) => {
  const { status, body } = await world.setTarget(version)
  return status === 204 ? null : `${status} ${body.message}`
}
/** Makes updates of a component fail. */
const failing = (error: () => Error) =>
  vi
    .spyOn(world.services.compute as Required<typeof world.services.compute>, 'updateComponent')
    .mockImplementation(async () => {
      throw error()
    })

test('updates every component once, one after another, sleds first', async () => {
  const { services, setTarget, status } = await open('2.0.0')
  expect(await status()).toMatchObject({
    target_release: null,
    components_by_release_version: { 'install dataset': COMPONENTS },
    suspended: false,
    contact_support: false,
  })
  const calls: string[] = []
  let running = 0
  const update = services.compute.updateComponent!.bind(services.compute)
  services.compute.updateComponent = async (id, release) => {
    expect(++running).toBe(1)
    calls.push(id)
    await update(id, release)
    running--
  }
  const before = (await status()).time_last_step_planned
  expect((await setTarget('2.0.0')).status).toBe(204)
  expect(await problem('2.0.0')).toContain('it is 2.0.0 already')
  expect(await runAll()).toBe(COMPONENTS)
  const sleds = (await services.compute.inventory()).map(({ id }) => id)
  expect(calls.slice(0, sleds.length)).toEqual(sleds)
  expect(new Set(calls).size).toBe(COMPONENTS)
  const after = await status()
  expect(after.components_by_release_version).toEqual({ '2.0.0': COMPONENTS })
  expect(after.time_last_step_planned > before).toBe(true)
  expect(await runAll()).toBe(0)
})

test('keeps the rules of a new target', async () => {
  const { setTarget } = await open('1.0.0', '2.0.0', '2.0.1', '3.0.0', '4.0.0')
  const prefix = '400 Target release cannot be changed: '
  expect(await problem('9.0.0')).toMatch(/^404/)
  // The first target is not checked.
  expect((await setTarget('2.0.0')).status).toBe(204)
  expect(await problem('2.0.1')).toBe(`${prefix}the update to 2.0.0 has not finished`)
  await runAll()
  expect(await problem('2.0.0')).toBe(`${prefix}it is 2.0.0 already`)
  expect(await problem('1.0.0')).toBe(`${prefix}1.0.0 is older than the current target, 2.0.0`)
  expect(await problem('4.0.0')).toBe(
    `${prefix}4.0.0 is more than one major version ahead of the current target, 2.0.0`,
  )
  expect(await problem('3.0.0')).toBe(null)
})

test('suspends the update after three failures, and tries again after a recovery', async () => {
  const { ask, setTarget, status, services } = await open('1.0.0', '2.0.0')
  await setTarget('2.0.0')
  const update = failing(() => new DriverError('internal', 'the disk is full'))
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
  ['has no free place', new NoPlaceError()],
  ['does not answer', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
  ['takes no writes', Object.assign(new Error('cannot execute INSERT'), { code: '25006' })],
])('a database that %s is no failure of the component: the update waits and goes on', async (_, error) => {
  const { setTarget, status, services } = await open('2.0.0')
  await setTarget('2.0.0')
  const update = failing(() => error)
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
  const update = failing(() => new DriverError('invalid', 'it has another processor'))
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

test('drops what the driver reported of a component before its step ended', async () => {
  const { setTarget, status, services } = await open('2.0.0')
  await setTarget('2.0.0')
  const components = services.compute.components!.bind(services.compute)
  services.compute.components = async () => {
    services.compute.components = components
    const old = await components()
    await runUpdate(services, never)
    return old
  }
  await refreshComponents(services)
  expect(await status()).toMatchObject({
    suspended: false,
    components_by_release_version: { '2.0.0': 1, 'install dataset': COMPONENTS - 1 },
  })
})

test('a component that does not answer counts as unknown, and the rest go on', async () => {
  const { setTarget, status, services } = await open('2.0.0')
  await setTarget('2.0.0')
  const all = services.compute.components!.bind(services.compute)
  let silent: string | undefined = (await all())[3]!.id
  services.compute.components = async () =>
    (await all()).map((each) => ({ ...each, answers: each.id !== silent }))
  let steps = 0
  for (; steps < COMPONENTS - 1; steps++) expect(await runUpdate(services, never)).toEqual({ again: 0 })
  expect(await runUpdate(services, never)).toEqual({ again: 30_000 })
  expect((await status()).components_by_release_version).toEqual({ unknown: 1, '2.0.0': COMPONENTS - 1 })
  silent = undefined
  expect(await runAll()).toBe(1)
})

test('an issue names the components that an update waits for, and ends when they answer', async () => {
  const { ask, setTarget, status, services } = await open('2.0.0')
  const issues = async () => (await ask('GET', '/experimental/v1/system/issues')).body.items
  const all = services.compute.components!.bind(services.compute)
  const ids = (await all()).map(({ id }) => id)
  let silent = ids.slice(0, 1)
  services.compute.components = async () =>
    (await all()).map((each) => ({ ...each, answers: !silent.includes(each.id) }))
  await refreshComponents(services)
  // Nothing waits for a component without a target.
  expect(await issues()).toEqual([])
  await setTarget('2.0.0')
  const waiting = (message: string) => [
    {
      check: 'update-waiting',
      severity: 'warning',
      message: expect.stringMatching(message),
      resource_kind: 'target-release',
      resource_name: '2.0.0',
    },
  ]
  expect(await issues()).toMatchObject(
    waiting('^Sled GRN26\\d+ does not answer, so the update to 2.0.0 cannot finish$'),
  )
  for (let step = 1; step < COMPONENTS; step++) await runUpdate(services, never)
  expect(await runUpdate(services, never)).toEqual({ again: 30_000 })
  expect(await issues()).toHaveLength(1)
  // One that has the release counts as unknown, too.
  silent = ids.slice(0, 3)
  await refreshComponents(services)
  expect((await status()).components_by_release_version).toMatchObject({ unknown: 3 })
  expect(await issues()).toMatchObject(
    waiting('^Sled GRN26\\d+ and 2 others do not answer, so the update to 2.0.0 cannot finish$'),
  )
  silent = []
  await refreshComponents(services)
  expect(await issues()).toEqual([])
  expect(await runAll()).toBe(1)
})

test('a component that restarts during its step is no issue', async () => {
  const { ask, setTarget, services } = await open('2.0.0')
  await setTarget('2.0.0')
  const all = services.compute.components!.bind(services.compute)
  const update = services.compute.updateComponent!.bind(services.compute)
  const seen: unknown[] = []
  services.compute.updateComponent = async (id, release) => {
    services.compute.components = async () =>
      (await all()).map((each) => ({ ...each, answers: each.id !== id }))
    await refreshComponents(services)
    seen.push(...(await ask('GET', '/experimental/v1/system/issues')).body.items)
    services.compute.components = all
    await update(id, release)
  }
  await runUpdate(services, never)
  const versions = await services.db.selectFrom('update_component').select('version').execute()
  expect(versions.filter(({ version }) => version === '2.0.0')).toHaveLength(1)
  expect(seen).toEqual([])
})

test('a component that is gone needs no update, and a new one gets it', async () => {
  const { setTarget, status, services } = await open('2.0.0')
  await setTarget('2.0.0')
  const all = services.compute.components!.bind(services.compute)
  const [first] = await all()
  services.compute.components = async () => (await all()).slice(1)
  expect(await runAll()).toBe(COMPONENTS - 1)
  services.compute.components = all
  await services.db.deleteFrom('task').execute()
  await refreshComponents(services)
  expect((await status()).components_by_release_version).toEqual({
    'install dataset': 1,
    '2.0.0': COMPONENTS - 1,
  })
  expect(await services.db.selectFrom('task').select('kind').execute()).toEqual([{ kind: 'system-update' }])
  expect(await runAll()).toBe(1)
  expect(
    (await services.db.selectFrom('update_component').select('id').execute()).map(({ id }) => id),
  ).toContain(first!.id)
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

test('never updates two components at once when two servers run the task', async () => {
  const { setTarget, services } = await open('2.0.0')
  await setTarget('2.0.0')
  const running = new Map<string, number>()
  const update = services.compute.updateComponent!.bind(services.compute)
  services.compute.updateComponent = async (id, release) => {
    running.set(id, (running.get(id) ?? 0) + 1)
    expect([...running.keys()]).toEqual([id])
    await update(id, release)
    const left = running.get(id)! - 1
    if (left === 0) running.delete(id)
    else running.set(id, left)
  }
  await Promise.all([runAll(), runAll(), runAll()])
  expect((await world.status()).components_by_release_version).toEqual({ '2.0.0': COMPONENTS })
})

test('a whole fleet is updated by the workers of a server', async () => {
  world = await openUpdateWorld({ speed: 1_000 }, ['2.0.0'])
  await world.until(
    `${AT}/status`,
    (body) => body.components_by_release_version['install dataset'] === COMPONENTS,
  )
  await world.setTarget('2.0.0')
  await world.until(`${AT}/status`, (body) => body.components_by_release_version['2.0.0'] === COMPONENTS)
})
