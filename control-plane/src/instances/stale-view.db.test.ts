import type { MachineReport } from '@granary/compute/machine.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'
import { useAndRows } from '../../test/quota.ts'
import { rawWriter } from '../database/session.ts'
import { lookUp, report } from './reports.ts'

const life = livingInstances()
const { act, clock, create, pass, rest } = life

const services = () => life.world.services
const row = (one: Made) =>
  services().db.selectFrom('instance').selectAll().where('id', '=', one.id).executeTakeFirst()
const set = (one: Made, values: object) =>
  rawWriter(services()).updateTable('instance').set(values).where('id', '=', one.id).execute()

/** Lets the driver answer the next question about a machine only after something else has happened. */
function answerAfter(happens: () => unknown, answer: MachineReport | undefined): void {
  const viewing = vi.spyOn(services().compute, 'view').mockImplementationOnce(async () => {
    await happens()
    return answer
  })
  onTestFinished(() => viewing.mockRestore())
}

async function running(): Promise<Made> {
  const one = await create()
  await pass(one, 'running')
  await rest()
  return one
}
const stopped = (one: Made): MachineReport => ({
  id: one.id,
  state: 'stopped',
  since: new Date(clock.now().getTime() + 1),
  sledId: null,
})
const later = () => new Date(clock.now().getTime() + 2).toISOString()

test.each<[string, (one: Made) => Promise<unknown>]>([
  ['a power request', (one) => act(one, 'reboot')],
  [
    'a power request that changed nothing else',
    (one) =>
      rawWriter(services())
        .updateTable('power_request')
        .set({ has_ended: 0 })
        .where('instance_id', '=', one.id)
        .execute(),
  ],
  ['another state in the same millisecond', (one) => set(one, { run_state: 'repairing' })],
  ['other states, and then the same one', (one) => set(one, { time_run_state_updated: later() })],
])('a state that was read before %s is not stored', async (_, happens) => {
  const one = await running()
  let after: Awaited<ReturnType<typeof row>>
  answerAfter(async () => {
    await happens(one)
    after = await row(one)
  }, stopped(one))
  await lookUp(services(), one.id)
  expect(after).toBeDefined()
  expect(await row(one)).toEqual(after)
  await rawWriter(services()).updateTable('power_request').set({ has_ended: 1 }).execute()
})

test('a state that was read before the instance was deleted changes nothing', async () => {
  const one = await running()
  answerAfter(
    () => rawWriter(services()).deleteFrom('instance').where('id', '=', one.id).execute(),
    stopped(one),
  )
  await lookUp(services(), one.id)
  expect(await row(one)).toBeUndefined()
  await lookUp(services(), one.id)
})

test('a machine that the driver does not know leaves its instance as it is', async () => {
  const one = await running()
  const before = await row(one)
  answerAfter(() => {}, undefined)
  await lookUp(services(), one.id)
  expect(await row(one)).toEqual(before)
})

test('a machine that runs on another sled than stored moves its charge, also if nothing reported that', async () => {
  const one = await running()
  const before = (await row(one))!
  const other = (await services().compute.inventory()).find(({ id }) => id !== before.sled_id)!.id
  const cpus = async () => {
    const { used } = await useAndRows(life.world)
    return [before.sled_id!, other].map((sled) => used[sled]?.cpus ?? 0)
  }
  const [from, to] = await cpus()
  const since = new Date(before.time_run_state_updated)
  answerAfter(() => {}, { id: one.id, state: 'running', since, sledId: other })
  await lookUp(services(), one.id)
  expect(await row(one)).toMatchObject({ sled_id: other, charged: 1, run_state: 'running' })
  expect(await cpus()).toEqual([from! - 1, to! + 1])
})

test('a machine that runs in spite of a refused start has no start problem', async () => {
  const one = await create({ start: false })
  await pass(one, 'stopped')
  await rest()
  await set(one, { start_problem: 'no room' })
  const since = new Date(clock.now().getTime() + 1)
  const sledId = (await services().compute.inventory())[0]!.id
  await report(services(), { id: one.id, state: 'running', since, sledId })
  expect(await row(one)).toMatchObject({
    run_state: 'running',
    start_problem: null,
    sled_id: sledId,
    charged: 1,
  })
})

test('the time of a state does not go back, also by the clock of a driver that is behind', async () => {
  const one = await running()
  const before = (await row(one))!
  const since = new Date(Date.parse(before.time_run_state_updated) - 60_000)
  answerAfter(() => {}, { id: one.id, state: 'repairing', since, sledId: before.sled_id })
  await lookUp(services(), one.id)
  const { time_run_state_updated } = before
  expect(await row(one)).toMatchObject({ run_state: 'repairing', time_run_state_updated })
})

test('a report of the state that is stored changes nothing, however young it is', async () => {
  const one = await running()
  const before = (await row(one))!
  const since = new Date(clock.now().getTime() + 1)
  await report(services(), { id: one.id, state: 'running', since, sledId: before.sled_id })
  expect(await row(one)).toEqual(before)
})
