import type { MachineState } from '@granary/compute/machine.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { rawWriter } from '../database/session.ts'
import { inLockedTransaction, systemContext } from '../kit/resources/transaction.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { findPowered, repeatRequest } from './power-request.ts'
import { lookUp, report, settle } from './reports.ts'

/** No worker runs, so that the tests do its steps in an order of their own. */
let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await refreshInventory(world.services, () => false)
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

let count = 0
/** Creates a stopped instance whose request is pending. */
async function create() {
  const name = `vm-${count++}`
  const { status, body } = await world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 1024 ** 3,
    start: false,
    network_interfaces: { type: 'none' },
  })
  expect(status).toBe(201)
  const id: string = body.id
  const stored = async () => (await findPowered(world.services, id))!
  const machine = (state: MachineState, ms = 0) => ({
    id,
    state,
    since: new Date(Date.now() + ms),
    sledId: null,
  })
  const end = async () => settle(world.services, await stored(), machine('stopped'))
  const start = async () =>
    expect((await world.ask('POST', `/v1/instances/${id}/start`)).status, 'status of the start').toBe(202)
  const repeat = () =>
    inLockedTransaction(systemContext(world.services, 'test'), (context) => repeatRequest(context, id, fleet))
  return { id, stored, machine, end, start, repeat }
}

test('the end of a request that a later one has replaced changes nothing', async () => {
  const { stored, machine, start } = await create()
  const first = await stored()
  await start()
  const second = await stored()
  await settle(world.services, first, machine('stopped'))
  expect(await stored()).toEqual(second)
})

test('the second end of a request has it carried out again', async () => {
  const { stored, machine, end } = await create()
  const first = await stored()
  await end()
  const { row, number } = await stored()
  await settle(world.services, first, machine('running'))
  expect(await stored()).toEqual({ row, number: number + 1, request: expect.any(String) })
})

test('without a request there is none to end', async () => {
  const { stored, machine, end } = await create()
  await end()
  const before = await stored()
  await settle(world.services, before, machine('failed'))
  expect(await stored()).toEqual(before)
})

test('a failed instance has no request that could be repeated', async () => {
  const { id, stored, machine, end, start, repeat } = await create()
  await end()
  await start()
  await settle(world.services, await stored(), machine('failed'))
  await world.services.db.deleteFrom('task').where('key', '=', id).execute()
  const before = await stored()
  await repeat()
  expect(await stored()).toEqual(before)
  const tasks = await world.services.db.selectFrom('task').select('kind').where('key', '=', id).execute()
  expect(tasks).toEqual([{ kind: 'instance' }])
})

test('a report of the state that is stored changes nothing, however young it is', async () => {
  const { stored, machine, end } = await create()
  await end()
  const before = await stored()
  await report(world.services, machine('stopped', 60_000))
  expect(await stored()).toEqual(before)
})

test('a report that is older than the one before, or than the request, does not count', async () => {
  const { stored, machine } = await create()
  const { time_run_state_updated: requested } = (await stored()).row
  await settle(world.services, await stored(), machine('stopped', -60_000))
  expect((await stored()).row.time_run_state_updated, 'time of an older state').toBe(requested)
  const running = machine('running', 60_000)
  await report(world.services, running)
  const { row } = await stored()
  expect(row).toMatchObject({ run_state: 'running', time_run_state_updated: running.since.toISOString() })
  await report(world.services, machine('stopped', 30_000))
  expect((await stored()).row).toEqual(row)
})

const write = (id: string, values: object) =>
  rawWriter(world.services).updateTable('instance').set(values).where('id', '=', id).execute()

test.each<[string, (made: Awaited<ReturnType<typeof create>>) => Promise<unknown>]>([
  ['a request', ({ repeat }) => repeat()],
  ['a state of the same time', ({ id }) => write(id, { run_state: 'failed' })],
  [
    'the same state of a later time',
    ({ id }) => write(id, { time_run_state_updated: '2999-01-01T00:00:00.000Z' }),
  ],
])('the answer of a view does not overrule %s that came before it', async (_, change) => {
  const made = await create()
  await made.end()
  const viewing = vi.spyOn(world.services.compute, 'view').mockImplementationOnce(async () => {
    await change(made)
    return made.machine('running', 60_000)
  })
  await lookUp(world.services, made.id)
  expect(viewing).toHaveBeenCalledOnce()
  viewing.mockRestore()
  expect((await made.stored()).row.run_state).not.toBe('running')
})
