import { expect, test, vi } from 'vitest'
import { failedCall } from '../test/failed-call.ts'
import { createUpload } from './upload.ts'
import type { UploadWire, UploadRequest } from './wire.ts'
import { server, CHUNK, bytes, wish, begin } from '../test/upload-server.ts'

test('makes an image from the file, and leaves nothing else behind', async () => {
  const { world, wire } = server()
  const upload = begin(wire)
  expect(await upload.run()).toBe('done')
  expect(world.written.toSorted((a, b) => a - b)).toEqual([0, CHUNK * 2])
  expect([world.image?.name, world.disk, world.snapshot]).toEqual(['debian', null, null])
  const state = upload.state.get()
  expect(Object.values(state.steps)).toEqual(Array.from({ length: 8 }, () => 'complete'))
  expect([state.processed, state.skipped, state.error]).toEqual([bytes.length, CHUNK, null])
})

test.each(['createDisk', 'start', 'stop', 'finalize', 'createImage'] as const)(
  'does not repeat %s when only its answer was lost',
  async (lost) => {
    vi.useFakeTimers()
    const { world, wire } = server()
    const act = wire[lost] as (...given: unknown[]) => Promise<unknown>
    const done = vi.fn(async (...given: unknown[]) => {
      await act(...given)
      throw failedCall('nobody answered', 0)
    })
    const ended = begin({ ...wire, [lost]: done }).run()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await ended).toBe('done')
    expect(done).toHaveBeenCalledTimes(1)
    expect([world.image?.name, world.disk, world.snapshot]).toEqual(['debian', null, null])
    vi.useRealTimers()
  },
)

test.each(['createDisk', 'start', 'write', 'stop', 'finalize', 'createImage'] as const)(
  'reports a refusal of %s and leaves nothing behind',
  async (refused) => {
    const { world, wire } = server()
    const act = wire[refused] as (...given: unknown[]) => Promise<unknown>
    let refusals = 0
    const upload = begin({
      ...wire,
      // Only once, because the cleanup uses some of these calls too.
      [refused]: async (...given: unknown[]) => {
        if (refusals++ > 0) return act(...given)
        throw failedCall('Storage Limit Exceeded', 507, 'InsufficientCapacity')
      },
    })
    expect(await upload.run()).toBe('failed')
    expect(upload.state.get().error).toBe('Storage Limit Exceeded')
    expect(Object.values(upload.state.get().steps)).toContain('error')
    expect([world.image, world.disk, world.snapshot]).toEqual([null, null, null])
  },
)

test.each([
  { state: 'creating', ends: 'cancelled' },
  { state: 'faulted', ends: 'failed' },
])('deletes an image in state $state when the upload ends as $ends', async ({ state, ends }) => {
  const { world, wire } = server()
  const upload: ReturnType<typeof begin> = begin({
    ...wire,
    createImage: async (given: UploadRequest) => {
      const image = await wire.createImage(given)
      image.state = state
      if (ends === 'cancelled') queueMicrotask(() => upload.cancel())
      return image
    },
  })
  expect(await upload.run()).toBe(ends)
  expect([world.image, world.disk, world.snapshot]).toEqual([null, null, null])
})

test('hides the message of an internal server error', async () => {
  const { wire } = server()
  const upload = begin({
    ...wire,
    createDisk: async () => {
      throw failedCall('stack trace', 400, 'Internal')
    },
  })
  expect(await upload.run()).toBe('failed')
  expect(upload.state.get().error).toBe('Something went wrong. Please try again.')
})

test('waits when the session ends, and continues after the user has signed in again', async () => {
  vi.useFakeTimers()
  const { world, wire } = server()
  let signedIn = true
  const looks = vi.fn()
  const guarded = Object.fromEntries(
    Object.entries(wire).map(([name, call]) => [
      name,
      async (...given: unknown[]) => {
        if (name === 'write' && looks.mock.calls.length === 0) signedIn = false
        if (!signedIn && name === 'disk') looks()
        if (!signedIn) throw failedCall('credentials missing or invalid', 401, 'Unauthorized')
        return (call as (...given: unknown[]) => Promise<unknown>)(...given)
      },
    ]),
  )
  const upload = createUpload(guarded as unknown as UploadWire, wish, { waitsForSignIn: true })
  const ended = upload.run()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(upload.state.get()).toMatchObject({ phase: 'running', trouble: { kind: 'session' } })
  // However many chunks are waiting.
  expect(looks.mock.calls.length).toBeLessThanOrEqual(30)
  signedIn = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await ended).toBe('done')
  expect(upload.state.get().trouble).toBeNull()
  expect([world.image?.name, world.disk]).toEqual(['debian', null])
  vi.useRealTimers()
})

test("an ended session is final if the host can't sign in again", async () => {
  const { wire } = server()
  const upload = begin({
    ...wire,
    start: async () => {
      throw failedCall('credentials missing or invalid', 401, 'Unauthorized')
    },
  })
  expect(await upload.run()).toBe('failed')
})
