import { expect, test, vi } from 'vitest'
import { failedCall } from '../test/failed-call.ts'
import { pause, persist } from './retry.ts'

const failure = (statusCode: number) => failedCall(`status ${statusCode}`, statusCode)
const retryOptions = () => ({
  signal: new AbortController().signal,
  onTrouble: vi.fn(),
  wait: vi.fn(async () => {}),
})

test('waits for a lost connection without limit, and reports it', async () => {
  const act = vi.fn()
  for (let at = 0; at < 20; at++) act.mockRejectedValueOnce(failure(at % 2 ? 503 : 0))
  act.mockResolvedValueOnce('there')
  const p = retryOptions()
  expect(await persist(act, p)).toBe('there')
  expect(p.onTrouble.mock.calls.slice(0, 1)).toEqual([
    [{ kind: 'connection', text: 'The server cannot be reached.' }],
  ])
  expect(p.onTrouble).toHaveBeenLastCalledWith(null)
  const waits = p.wait.mock.calls.map(([milliseconds]: unknown[]) => milliseconds as number)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits.at(-1)).toBe(15_000)
})

test('tries three times on a server error', async () => {
  const act = vi.fn().mockRejectedValue(failure(500))
  await expect(persist(act, retryOptions())).rejects.toThrow('status 500')
  expect(act).toHaveBeenCalledTimes(3)
})

test.each([400, 403, 404, 507])('does not retry a refusal (%i)', async (status) => {
  const act = vi.fn().mockRejectedValue(failure(status))
  await expect(persist(act, retryOptions())).rejects.toThrow(`status ${status}`)
  expect(act).toHaveBeenCalledTimes(1)
})

test('does not repeat a call that took effect although its answer was lost', async () => {
  const act = vi.fn().mockRejectedValueOnce(failure(0))
  const wasDone = vi.fn().mockResolvedValueOnce('made')
  expect(await persist(act, retryOptions(), wasDone)).toBe('made')
  expect(act).toHaveBeenCalledTimes(1)
})

test('ends a pause when it is aborted', async () => {
  const control = new AbortController()
  const waiting = pause(60_000, control.signal)
  control.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
})
