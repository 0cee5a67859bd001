import { expect, test, vi } from 'vitest'
import { ServerState } from '../kit/context/server-state.ts'
import { type IssueCount, shared } from './cached-counts.ts'

const answer = { count: 3, isCapped: false }

/** Returns a context of its own, and a count that each test ends. */
function start() {
  const runs: PromiseWithResolvers<IssueCount>[] = []
  const count = vi.fn(() => {
    const run = Promise.withResolvers<IssueCount>()
    runs.push(run)
    return run.promise
  })
  const context = { services: { state: new ServerState(undefined as never) } }
  return { runs, count, caller: () => shared(context, 'own', count) }
}

test('counts once for callers that ask at the same time', async () => {
  const { runs, count, caller } = start()
  const callers = [caller(), caller()]
  expect(count).toHaveBeenCalledTimes(1)
  callers.push(caller())
  runs[0]!.resolve(answer)
  expect(await Promise.all(callers)).toEqual([answer, answer, answer])
  expect(count).toHaveBeenCalledTimes(1)
})

test('counts again for a later caller', async () => {
  const { runs, count, caller } = start()
  const first = caller()
  runs[0]!.resolve(answer)
  await first
  const second = caller()
  expect(count).toHaveBeenCalledTimes(2)
  runs[1]!.resolve({ ...answer, count: 4 })
  expect(await second).toEqual({ ...answer, count: 4 })
})

test('after a failed count, one of the waiting callers counts for all of them', async () => {
  const { runs, count, caller } = start()
  const leader = caller()
  const followers = Promise.all([caller(), caller(), caller()])
  runs[0]!.reject(new Error('lost'))
  await expect(leader).rejects.toThrow('lost')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.resolve(answer)
  expect(await followers).toEqual([answer, answer, answer])
  expect(count).toHaveBeenCalledTimes(2)
})
