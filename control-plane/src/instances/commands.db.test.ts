import { DriverError } from '@granary/compute/driver-error.ts'
import type { MachineState } from '@granary/compute/machine.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { rawWriter } from '../database/session.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { reconcileInstance } from './reconcile.ts'
import { report } from './reports.ts'

// Each command costs the driver a write. One without a request could restart a machine whose guest has just powered off.

const COMMANDS = ['ensureDefined', 'ensureRunning', 'reboot', 'ensureStopped', 'destroy'] as const
type Name = (typeof COMMANDS)[number]
let sent: Name[] = []
/** What the next command of a name does. */
const instead = new Map<Name, (real: () => Promise<void>) => Promise<void>>()
const reject = (error: Error) => () => Promise.reject(error)

/** No worker runs: the tests run each task themselves. */
let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await refreshInventory(world.services, () => false)
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const { compute } = world.services
  for (const name of COMMANDS) {
    const real = compute[name].bind(compute) as (...args: unknown[]) => Promise<void>
    vi.spyOn(compute, name).mockImplementation((...args: unknown[]) => {
      sent.push(name)
      const other = instead.get(name)
      instead.delete(name)
      return other ? other(() => real(...args)) : real(...args)
    })
  }
})
beforeEach(() => {
  sent = []
})
afterAll(() => world.close())

let count = 0
async function create(start: boolean, disks: object[] = []) {
  const name = `vm-${count++}`
  const { body } = await world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 1024 ** 3,
    start,
    auto_restart_policy: 'never',
    disks,
    network_interfaces: { type: 'none' },
  })
  const id: string = body.id
  const act = async (action: string) =>
    expect((await world.ask('POST', `/v1/instances/${id}/${action}`)).status).toBe(202)
  const row = () =>
    world.services.db.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  let outcome: unknown
  /** Runs the task. @returns the commands that it sent. */
  async function run() {
    outcome = await reconcileInstance(world.services, id)
    return sent.splice(0)
  }
  const reach = async (state: MachineState) => {
    await expect.poll(async () => (await world.services.compute.view(id))?.state).toBe(state)
    await report(world.services, (await world.services.compute.view(id))!)
  }
  return { id, row, act, run, reach, outcome: () => outcome }
}

test('a task sends the commands of its request, and then none but changes of a stopped machine', async () => {
  const { act, run, reach } = await create(false)
  expect(await run()).toEqual(['ensureDefined'])
  expect(await run()).toEqual(['ensureDefined'])
  await act('start')
  expect(await run()).toEqual(['ensureRunning'])
  await reach('running')
  expect(await run()).toEqual([])
  await act('reboot')
  expect(await run()).toEqual(['ensureRunning', 'reboot'])
  await reach('running')
  expect(await run()).toEqual([])
  await act('stop')
  expect(await run()).toEqual(['ensureStopped', 'ensureDefined'])
  await reach('stopped')
  expect(await run()).toEqual(['ensureDefined'])
})

test('a machine that starts with its creation is defined before', async () => {
  const { run, reach } = await create(true)
  expect(await run()).toEqual(['ensureDefined', 'ensureRunning'])
  await reach('running')
  expect(await run()).toEqual([])
})

test('the time for which a first start waits begins with it, not with the creation', async () => {
  const { row, run } = await create(true)
  const { time_run_state_updated: created } = await row()
  const error = new DriverError('unreachable', 'the host is down')
  instead.set('ensureRunning', reject(error))
  await expect(run()).rejects.toBe(error)
  const { run_state, time_run_state_updated: started } = await row()
  expect(run_state).toBe('starting')
  expect(Date.parse(started)).toBeGreaterThan(Date.parse(created))
})

test('a stop of a failed instance gives the driver the changes that came before it', async () => {
  const { id, act, run, reach } = await create(true)
  await run()
  await reach('running')
  await world.services.compute.fail(id, 'for the test')
  await reach('failed')
  await act('stop')
  expect(await run()).toEqual(['ensureStopped', 'ensureDefined'])
})

test('a machine that fails right after its start is not started again by the same task', async () => {
  const { id, row, run } = await create(true)
  instead.set('ensureRunning', async (start) => {
    await start()
    await world.services.compute.fail(id, 'for the test')
  })
  expect(await run()).toEqual(['ensureDefined', 'ensureRunning'])
  expect((await row()).run_state).toBe('failed')
})

/** An instance that has failed before or after the driver got to know its machine. */
async function failed(isKnown: boolean) {
  const made = await create(false)
  if (isKnown) await made.run()
  const { services } = world
  await rawWriter(services)
    .updateTable('instance')
    .set({ run_state: 'failed' })
    .where('id', '=', made.id)
    .execute()
  return made
}

test('a failed instance gives its changes to a driver that knows its machine', async () => {
  expect(await (await failed(false)).run()).toEqual([])
  expect(await (await failed(true)).run()).toEqual(['ensureDefined'])
})

test.each([
  [new DriverError('invalid', 'no such disk'), false],
  [new DriverError('unreachable', 'the host is down'), true],
  [new Error('no such table'), true],
])(
  'a failed instance that cannot be defined because of: %s; is defined by a later attempt: %s',
  async (error, again) => {
    const { run } = await failed(true)
    instead.set('ensureDefined', reject(error))
    if (again) await expect(run()).rejects.toBe(error)
    else await run()
  },
)

test('an instance waits for the snapshots that its disks are created from', async () => {
  const { ask, services } = world
  const size = 1024 ** 3
  const disk = { description: '', size }
  await ask('POST', '/v1/disks?project=shop', {
    ...disk,
    name: 'source',
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  await rawWriter(services).updateTable('disk').set({ state: 'detached' }).execute()
  const { body: snapshot } = await ask('POST', '/v1/snapshots?project=shop', {
    name: 'early',
    description: '',
    disk: 'source',
  })
  expect(snapshot.state).toBe('creating')
  const source = { type: 'snapshot', snapshot_id: snapshot.id }
  const { run, outcome } = await create(true, [
    { ...disk, type: 'create', name: 'copy', disk_backend: { type: 'distributed', disk_source: source } },
  ])
  expect(await run()).toEqual([])
  expect(outcome()).toEqual({ again: 1_000 })
})

test('a driver that is unreachable is asked again to destroy the machine of a deleted instance', async () => {
  const { id, run } = await create(false)
  await run()
  expect((await world.ask('DELETE', `/v1/instances/${id}`)).status).toBe(204)
  const error = new DriverError('unreachable', 'the host is down')
  instead.set('destroy', reject(error))
  await expect(run()).rejects.toBe(error)
  expect(sent.splice(0)).toEqual(['destroy'])
  expect(await run()).toEqual(['destroy'])
  expect(await world.services.compute.view(id)).toBeUndefined()
})
