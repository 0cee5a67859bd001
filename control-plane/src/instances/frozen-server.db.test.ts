import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type UnsteadyCloud, unsteadyCloud, unsteadyDatabase } from '../../test/power/unsteady-cloud.ts'

let database: Awaited<ReturnType<typeof unsteadyDatabase>>
let cloud: UnsteadyCloud
beforeAll(async () => {
  database = await unsteadyDatabase()
})
afterEach(() => cloud.close())
afterAll(() => database.close())

/** Lets time pass until something is so. */
const comes = (isSo: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await cloud.clock.advance(1_000)
      await isSo()
    },
    { timeout: 60_000, interval: 1 },
  )
const state = async () => (await cloud.machine())?.state
const becomes = (wanted: string) =>
  comes(async () => expect([await cloud.shown(), await state()]).toEqual([wanted, wanted]))
const idle = () => comes(async () => expect(await cloud.tasks()).toEqual([]))
const act = async (action: 'start' | 'stop') => {
  expect(await cloud.act(action)).toBe(202)
  await cloud.clock.advance(0)
}

/** Opens a cloud whose server hangs while its command to start the machine is on its way, and whose second server stops it. */
async function stoppedMeanwhile() {
  cloud = await unsteadyCloud(database, { start: false })
  await becomes('stopped')
  await idle()
  cloud.server().link.commands.close()
  await act('start')
  await comes(async () => expect(await cloud.tasks()).toMatchObject([{ leased_by: expect.any(String) }]))
  await cloud.freeze()
  await becomes('running')
  await act('stop')
  await becomes('stopped')
  await idle()
}

/**
 * Opens a cloud whose server hangs while it stops the machine, and whose second server starts it again.
 * @param door where the call of the first server waits.
 * @returns since when the machine runs.
 */
async function startedMeanwhile(door: 'views' | 'commands'): Promise<Date> {
  cloud = await unsteadyCloud(database, { start: true })
  await becomes('running')
  await idle()
  cloud.server().link[door].close()
  await act('stop')
  await comes(async () => expect(await cloud.tasks()).toMatchObject([{ leased_by: expect.any(String) }]))
  await cloud.freeze()
  await becomes('stopped')
  await act('start')
  await becomes('running')
  await idle()
  return (await cloud.machine())!.since
}

/** Lets the servers that hung send what they were about to send. */
async function sendLate() {
  cloud.thaw()
  await comes(async () => expect(cloud.links().some(({ superseded }) => superseded > 0)).toBe(true))
}

test('a start that arrives late from a server that hung has no effect after a later stop', async () => {
  await stoppedMeanwhile()
  const { since } = (await cloud.machine())!
  await sendLate()
  await idle()
  expect(await cloud.machine()).toMatchObject({ state: 'stopped', since })
  await becomes('stopped')
})

test('a start that arrives late from a server that hung leaves no machine of a deleted instance', async () => {
  await stoppedMeanwhile()
  expect(await cloud.remove()).toBe(204)
  await comes(async () => expect(await state()).toBeUndefined())
  await idle()
  cloud.thaw()
  await comes(async () => expect(await state()).toBeDefined())
  await comes(async () => expect(await state()).toBeUndefined())
  await idle()
})

test('a server that hung sends no command of a task whose lease has expired', async () => {
  // A stop asks for the machine before its command.
  const since = await startedMeanwhile('views')
  const late = performance.now() + 60_000
  const elapsed = vi.spyOn(performance, 'now').mockImplementation(() => late)
  cloud.thaw()
  await comes(async () =>
    expect(cloud.logged()).toContain('a task runs again, because another worker may have run it too'),
  )
  elapsed.mockRestore()
  await idle()
  expect(await cloud.machine()).toMatchObject({ state: 'running', since })
})

test('a stop that arrives late from a server that hung has no effect after a later start', async () => {
  const since = await startedMeanwhile('commands')
  await sendLate()
  await idle()
  expect(await cloud.machine()).toMatchObject({ state: 'running', since })
  await becomes('running')
})
