import { expect, onTestFinished, test, vi } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'
import { rawWriter } from '../database/session.ts'
import { findPowered } from './power-request.ts'

const life = livingInstances()
const { act, create, pass, rest } = life

const services = () => life.world.services
const numberOf = async (one: Made) => (await findPowered(services(), one.id))!.number

test('each request has the next number, also after the driver has carried out the one before', async () => {
  const one = await create({ start: true })
  expect(await numberOf(one)).toBe(1)
  await pass(one, 'running')
  await act(one, 'reboot')
  await act(one, 'stop')
  expect(await numberOf(one)).toBe(3)
  await pass(one, 'stopped')
  await rest()
  await act(one, 'start')
  expect(await numberOf(one)).toBe(4)
  await pass(one, 'running')
})

test.each([
  ['stop', 'running', 'stopped'],
  ['start', 'stopped', 'running'],
  ['reboot', 'running', 'running'],
] as const)(
  'a %s is carried out although the driver remembers later requests than the database',
  async (action, from, to) => {
    const one = await create({ start: from === 'running' })
    await pass(one, from)
    await rest()
    const { compute } = services()
    // The number of a request that a restored backup has forgotten.
    if (from === 'stopped') await compute.ensureStopped(one.id, 7)
    else {
      await compute.reboot(one.id, 'forgotten', 7)
      await pass(one, from)
      await rest()
    }
    await rawWriter(services()).updateTable('power_request').set({ number: 2 }).execute()
    await act(one, action)
    await pass(one, to)
    expect(await numberOf(one)).toBeGreaterThan(7)
  },
)

test.each([
  ['stop', 'running', 'stopped', 'ensureStopped'],
  ['start', 'stopped', 'running', 'ensureRunning'],
  ['reboot', 'running', 'running', 'reboot'],
] as const)('the driver gets the number of a %s with its command', async (action, from, to, method) => {
  const one = await create({ start: from === 'running' })
  await pass(one, from)
  await rest()
  const command = vi.spyOn(services().compute, method)
  onTestFinished(() => command.mockRestore())
  await act(one, action)
  await pass(one, to)
  expect(command.mock.lastCall?.at(-1)).toBe(await numberOf(one))
})
