import { expect, test, vi } from 'vitest'
import { failedCall } from '../test/failed-call.ts'
import type { UploadRequest } from './wire.ts'
import { server, begin } from '../test/upload-server.ts'

test('deletes its disk and snapshot when it is cancelled', async () => {
  const { world, wire } = server()
  const upload: ReturnType<typeof begin> = begin({
    ...wire,
    write: async () => upload.cancel(),
  })
  expect(await upload.run()).toBe('cancelled')
  expect([world.image, world.disk, world.snapshot]).toEqual([null, null, null])
  expect(world.log).toEqual(['create', 'start', 'stop', 'finalize', 'delete disk'])
  expect(upload.state.get().error).toBeNull()
})

test('ends when it is cancelled while paused', async () => {
  const { world, wire } = server()
  const upload: ReturnType<typeof begin> = begin({
    ...wire,
    start: async () => {
      await wire.start()
      upload.pause()
    },
  })
  const ended = upload.run()
  await expect.poll(() => upload.state.get().steps.chunks).toBe('running')
  expect(upload.state.get().paused).toBe(true)
  upload.cancel()
  expect(await ended).toBe('cancelled')
  expect(world.disk).toBeNull()
})

test('when cancelled during the image creation, finds the image although its id never arrived', async () => {
  const { world, wire } = server()
  const upload: ReturnType<typeof begin> = begin({
    ...wire,
    createImage: async (given: UploadRequest) => {
      await wire.createImage(given)
      upload.cancel()
      throw failedCall('aborted', 0)
    },
  })
  expect(await upload.run()).toBe('cancelled')
  expect([world.image, world.disk, world.snapshot]).toEqual([null, null, null])
})

test('deletes its image when it is cancelled during the cleanup', async () => {
  const { world, wire } = server()
  const upload: ReturnType<typeof begin> = begin({
    ...wire,
    deleteSnapshot: async () => {
      upload.cancel()
      return wire.deleteSnapshot()
    },
  })
  expect(await upload.run()).toBe('cancelled')
  expect([world.image, world.disk, world.snapshot]).toEqual([null, null, null])
})

test("neither adopts nor deletes another user's image that took the name during the upload", async () => {
  vi.useFakeTimers()
  const { world, wire } = server()
  let tries = 0
  const upload = begin({
    ...wire,
    createImage: async (given: UploadRequest) => {
      if (tries++ > 0) return wire.createImage(given)
      await wire.createImage({ ...given, os: 'another' })
      throw failedCall('nobody answered', 0)
    },
  })
  const ended = upload.run()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await ended).toBe('failed')
  expect(upload.state.get().error).toBe('already exists')
  expect([world.image?.os, world.disk, world.snapshot]).toEqual(['another', null, null])
  vi.useRealTimers()
})
