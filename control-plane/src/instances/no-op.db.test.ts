import { expect, test } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'
import { rawWriter } from '../database/session.ts'
import { findPowered } from './power-request.ts'
import { machineSpec } from './spec.ts'

const life = livingInstances()
const { act, clock, create, eventuallyIn, pass, rest } = life

const services = () => life.world.services
const stored = (one: Made) => findPowered(services(), one.id)

test.each([
  ['start', 'running', true],
  ['stop', 'stopped', false],
] as const)('a %s of an instance that is %s changes nothing', async (action, state, start) => {
  const one = await create({ start })
  await pass(one, state)
  await rest()
  const before = await stored(one)
  await clock.advance(1)
  expect(await act(one, action)).toMatchObject({ status: 202, body: { run_state: state } })
  expect(await stored(one)).toEqual(before)
})

test.each([
  ['start', true],
  ['stop', false],
] as const)('a %s of an instance that is created so changes nothing', async (action, start) => {
  const one = await create({ start })
  const before = await stored(one)
  expect(await act(one, action)).toMatchObject({ status: 202, body: { run_state: 'creating' } })
  expect(await stored(one)).toEqual(before)
  await pass(one, start ? 'running' : 'stopped')
})

test('a stop ends a failure at once', async () => {
  const one = await create({ auto_restart_policy: 'never' })
  await pass(one, 'running')
  await services().compute.fail(one.id, 'for the test')
  await eventuallyIn(one, 'failed')
  expect((await act(one, 'stop')).body.run_state).toBe('stopped')
})

test('a stop of a running instance whose last request was a stop is a request to stop', async () => {
  const one = await create({ start: false })
  await pass(one, 'stopped')
  await services().compute.ensureRunning(await machineSpec(services(), (await stored(one))!.row))
  await pass(one, 'running')
  expect((await act(one, 'stop')).body.run_state).toBe('stopping')
  await pass(one, 'stopped')
})

test('a stop of a stopped instance clears its start problem', async () => {
  const one = await create({ start: false })
  await pass(one, 'stopped')
  await rest()
  await rawWriter(services())
    .updateTable('instance')
    .set({ start_problem: 'no room' })
    .where('id', '=', one.id)
    .execute()
  await act(one, 'stop')
  expect((await stored(one))!.row.start_problem).toBeNull()
})
