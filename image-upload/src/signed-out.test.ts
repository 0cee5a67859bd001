import { expect, test, vi } from 'vitest'
import { failedCall } from '../test/failed-call.ts'
import { createSignInWait } from './signed-out.ts'

const signedOut = failedCall('credentials missing or invalid', 401, 'Unauthorized')
const retryOptions = () => ({
  signal: new AbortController().signal,
  onTrouble: vi.fn(),
  wait: vi.fn(async () => {}),
})

test('all waiting calls share one poll until it succeeds, and the next wait polls again', async () => {
  const look = vi.fn(async () => {})
  look.mockRejectedValueOnce(signedOut).mockRejectedValueOnce(signedOut)
  const p = retryOptions()
  const whenSignedIn = createSignInWait(look, p)
  await Promise.all([whenSignedIn(), whenSignedIn(), whenSignedIn()])
  expect(look).toHaveBeenCalledTimes(3)
  expect(p.onTrouble.mock.calls).toEqual([[expect.objectContaining({ kind: 'session' })], [null]])
  await whenSignedIn()
  expect(look).toHaveBeenCalledTimes(4)
})

test('does not wait after other failures, and an abort ends the wait', async () => {
  await createSignInWait(async () => Promise.reject(failedCall('nobody answered', 0)), retryOptions())()
  const called = new Error('called off')
  const wait = async () => Promise.reject(called)
  await expect(createSignInWait(async () => {}, { ...retryOptions(), wait })()).rejects.toBe(called)
})
