import { manualClock } from '@granary/compute/clock.ts'
import type { MachineState } from '@granary/compute/machine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { findPowered } from './power-request.ts'
import { report, settle } from './reports.ts'

/** No worker runs, so that each request stays as it was made. */
const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  await refreshInventory(world.services, () => false)
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

let count = 0
async function create(start: boolean) {
  const name = `vm-${count++}`
  const { body } = await world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 1024 ** 3,
    start,
    network_interfaces: { type: 'none' },
  })
  const id: string = body.id
  const stored = async () => (await findPowered(world.services, id))!
  /** Stands in for a worker that has carried out the request, a minute ago. */
  async function become(state: MachineState) {
    await settle(world.services, await stored(), { id, state, since: clock.now(), sledId: null })
    await clock.advance(60_000)
  }
  /** The tasks that something enqueues. */
  async function tasksOf(work: (state: MachineState) => Promise<void>, state: MachineState) {
    const { db } = world.services
    await db.deleteFrom('task').where('key', '=', id).execute()
    await work(state)
    return (await db.selectFrom('task').select('kind').where('key', '=', id).execute()).length
  }
  const changeTo = (state: MachineState) =>
    report(world.services, { id, state, since: clock.now(), sledId: null })
  const act = (action: string) => world.ask('POST', `/v1/instances/${id}/${action}`)
  return { stored, become, changeTo, tasksOf, act }
}

test.each([
  ['start', 'stopped', 'starting'],
  ['stop', 'running', 'stopping'],
  ['stop', 'failed', 'stopped'],
  ['reboot', 'running', 'rebooting'],
] as const)('a %s of an instance that is %s shows it as %s from now on', async (action, before, after) => {
  const { stored, become, act } = await create(before !== 'stopped')
  await become(before)
  const { number } = await stored()
  const { body } = await act(action)
  expect(body).toMatchObject({
    run_state: after,
    time_run_state_updated: clock.now().toISOString(),
  })
  expect(await stored()).toMatchObject({ number: number + 1, request: expect.any(String) })
})

test.each([
  ['start', 'stopped', 'starting'],
  ['stop', 'running', 'stopping'],
  ['reboot', 'running', 'rebooting'],
] as const)(
  'a reboot after a %s of an instance that was %s, so that it is %s, changes nothing',
  async (action, first, state) => {
    const { stored, become, act } = await create(first === 'running')
    await become(first)
    await act(action)
    const before = await stored()
    await clock.advance(1)
    expect(await act('reboot')).toMatchObject({ status: 202, body: { run_state: state } })
    expect(await stored()).toEqual(before)
  },
)

test('a start or a stop right after the create is a request of its own', async () => {
  const { stored, act } = await create(true)
  const requests = [await stored()]
  for (const action of ['stop', 'start']) {
    await act(action)
    requests.push(await stored())
  }
  expect(requests.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(new Set(requests.map(({ request }) => request)).size).toBe(3)
})

test.each([
  ['running', 0],
  // The task that has stopped the machine goes on to define it.
  ['stopped', 0],
  // It may restart.
  ['failed', 1],
] as const)('the end of a request whose machine is %s enqueues %i tasks', async (state, tasks) => {
  const { become, tasksOf } = await create(true)
  expect(await tasksOf(become, state)).toBe(tasks)
})

test.each([
  ['repairing', 0],
  // Changes may have waited for that.
  ['stopped', 1],
  ['failed', 1],
] as const)('a report of a machine that is %s enqueues %i tasks', async (state, tasks) => {
  const { become, changeTo, tasksOf } = await create(true)
  await become('running')
  expect(await tasksOf(changeTo, state)).toBe(tasks)
})

test('a report that does not tell the sled leaves the charge where it is', async () => {
  const { stored, become, changeTo } = await create(true)
  const { sled_id } = (await stored()).row
  expect(sled_id).not.toBeNull()
  await become('running')
  await changeTo('repairing')
  expect((await stored()).row).toMatchObject({ run_state: 'repairing', sled_id, charged: 1 })
})

test('the end of a request whose machine is as shown changes nothing else', async () => {
  const { stored, become, act } = await create(false)
  await become('stopped')
  await act('start')
  const { row, number } = await stored()
  await clock.advance(1_000)
  await become('starting')
  expect(await stored()).toEqual({ row, number, request: null })
})

test('a reboot of a running instance whose last request was a stop is a request to run', async () => {
  const { stored, become, changeTo, act } = await create(false)
  await become('stopped')
  await changeTo('running')
  expect((await stored()).row).toMatchObject({ run_state: 'running', wanted_state: 'stopped' })
  await act('reboot')
  expect((await stored()).row).toMatchObject({ run_state: 'rebooting', wanted_state: 'running' })
})
