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

test('a start that arrives late from a server that hung does not undo a later stop', async () => {
  await stoppedMeanwhile()
  const { since } = (await cloud.machine())!
  cloud.thaw()
  await comes(async () => expect((await cloud.machine())!.since).not.toEqual(since))
  await becomes('stopped')
  await idle()
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
  cloud = await unsteadyCloud(database, { start: true })
  await becomes('running')
  await idle()
  // A stop asks for the machine before its command.
  cloud.server().link.views.close()
  await act('stop')
  await comes(async () => expect(await cloud.tasks()).toMatchObject([{ leased_by: expect.any(String) }]))
  await cloud.freeze()
  await becomes('stopped')
  await act('start')
  await becomes('running')
  await idle()
  const { since } = (await cloud.machine())!
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

test('a start runs the machine also when a late report of a server that hung shows it as starting', async () => {
  await stoppedMeanwhile()
  cloud.thaw()
  // The report comes before the server knows that its command was late.
  for (const link of cloud.links()) link.answers.close()
  await comes(async () => expect(await cloud.shown()).toBe('starting'))
  expect((await cloud.stored())!.row.wanted_state).toBe('stopped')
  await act('start')
  cloud.calm()
  await idle()
  await becomes('running')
})

test('a stop that arrives late from a server that hung does not undo a later start, also if its answer comes late', async () => {
  cloud = await unsteadyCloud(database, { start: true })
  await becomes('running')
  await idle()
  cloud.server().link.commands.close()
  await act('stop')
  await comes(async () => expect(await cloud.tasks()).toMatchObject([{ leased_by: expect.any(String) }]))
  await cloud.freeze()
  await becomes('stopped')
  await act('start')
  await becomes('running')
  await idle()
  cloud.thaw()
  for (const link of cloud.links()) {
    link.answers.close()
    // Otherwise they tell of the stop before its server does, as of a guest that powers itself off.
    link.holdsReports = true
  }
  await comes(async () => expect(await state()).toBe('stopped'))
  for (const link of cloud.links()) link.answers.open()
  await becomes('running')
  await idle()
  await becomes('running')
})
