import { expect, test, vi } from 'vitest'
import { failedCall } from '../test/failed-call.ts'
import { createSignInWait } from './signed-out.ts'

const signedOut = failedCall('credentials missing or invalid', 401, 'Unauthorized')
const patience = () => ({
  signal: new AbortController().signal,
  onTrouble: vi.fn(),
  wait: vi.fn(async () => {}),
})

test('all that wait share one look, until it is answered; the next time it is looked again', async () => {
  const look = vi.fn(async () => {})
  look.mockRejectedValueOnce(signedOut).mockRejectedValueOnce(signedOut)
  const p = patience()
  const whenSignedIn = createSignInWait(look, p)
  await Promise.all([whenSignedIn(), whenSignedIn(), whenSignedIn()])
  expect(look).toHaveBeenCalledTimes(3)
  expect(p.onTrouble.mock.calls).toEqual([[expect.objectContaining({ kind: 'session' })], [null]])
  await whenSignedIn()
  expect(look).toHaveBeenCalledTimes(4)
})

test('another failure is not its to wait for, and calling off ends it', async () => {
  await createSignInWait(async () => Promise.reject(failedCall('nobody answered', 0)), patience())()
  const called = new Error('called off')
  const wait = async () => Promise.reject(called)
  await expect(createSignInWait(async () => {}, { ...patience(), wait })()).rejects.toBe(called)
})
