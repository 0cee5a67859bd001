import { afterEach, expect, test } from 'vitest'
import {
  AT,
  COMPONENTS,
  openFleet,
  openUpdateWorld,
  runWhole,
  targetProblem,
  type UpdateWorld,
} from '../../test/updates.ts'
import { refreshComponents } from '../shared/updates/refresh-components.ts'
import { runUpdate } from './run-update.ts'

let world: UpdateWorld
afterEach(() => world.close())

const never = new AbortController().signal

const open = async (...versions: string[]) => (world = await openFleet(versions))
const runAll = () => runWhole(world)
const problem = (version: string) => targetProblem(world, version)

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
