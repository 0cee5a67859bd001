import { expect, test, vi } from 'vitest'
import { failedCall } from '../test/failed-call.ts'
import { createHolding, ElsewhereError } from './holding.ts'

const taken = failedCall('another upload goes on with this disk', 409, 'Conflict')
const retryOptions = () => ({
  signal: new AbortController().signal,
  onTrouble: vi.fn(),
  wait: vi.fn(async () => {}),
})

test('waits for the hold of a crashed client, and reports it', async () => {
  const hold = vi.fn(async () => ({}) as object)
  hold.mockRejectedValueOnce(taken).mockRejectedValueOnce(taken)
  const p = retryOptions()
  await createHolding(hold).take(p)
  expect(hold).toHaveBeenCalledTimes(3)
  expect(p.onTrouble.mock.calls[0]![0]).toMatchObject({ kind: 'elsewhere' })
  // The message stays on screen until then.
  expect(p.onTrouble.mock.calls.slice(1, -1)).not.toContainEqual([null])
  expect(p.onTrouble).toHaveBeenLastCalledWith(null)
})

test('a holder that remains after the lease is still active', async () => {
  const p = retryOptions()
  const holding = createHolding(async () => Promise.reject(taken))
  await expect(holding.take(p)).rejects.toThrow(/still going on elsewhere/)
  expect(p.wait.mock.calls.length).toBeGreaterThan(15)
})

test('renews the hold regularly, and reports a lost one once', async () => {
  vi.useFakeTimers()
  const hold = vi.fn(async () => ({}) as object)
  const lost = vi.fn()
  createHolding(hold).show(lost)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(hold).toHaveBeenCalledTimes(2)
  hold.mockRejectedValueOnce(failedCall('nobody answered', 0))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lost).not.toHaveBeenCalled()
  hold.mockRejectedValue(taken)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(lost).toHaveBeenCalledExactlyOnceWith(expect.any(ElsewhereError))
  vi.useRealTimers()
})
