import { GiB } from '@granary/domain/sizes.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test, vi } from 'vitest'
import { failedCall } from '../test/failed-call.ts'
import type { Unfinished } from './unfinished.ts'
import { createUpload } from './upload.ts'
import type { UploadWire, UploadRequest } from './wire.ts'

const NOW = '2026-11-21T12:00:00Z'

/** A server with one disk, one snapshot and one image, whose states change immediately. */
function server() {
  const world = {
    disk: null as null | { name: string; state: { state: string } },
    snapshot: null as null | { id: string; name: string; state: string; size: number; timeCreated: string },
    image: null as null | { id: string; name: string; state: string; os: string },
    written: [] as number[],
    log: [] as string[],
  }
  const step = (name: string, wanted: string, next: string) => {
    world.log.push(name)
    if (world.disk?.state.state !== wanted) throw failedCall(`wrong state for ${name}`, 400)
    world.disk.state.state = next
  }
  const wire = {
    createDisk: async (name: string) => {
      world.log.push('create')
      world.disk = { name, state: { state: 'import_ready' } }
      return world.disk
    },
    disk: async () => structuredClone(world.disk),
    hold: async (): Promise<object | null> => ({}),
    start: async () => step('start', 'import_ready', 'importing_from_bulk_writes'),
    write: async (_: string, __: string, offset: number) => {
      world.written.push(offset)
    },
    stop: async () => step('stop', 'importing_from_bulk_writes', 'import_ready'),
    finalize: async (_: string, snapshot: string | null) => {
      step('finalize', 'import_ready', 'detached')
      if (snapshot) world.snapshot = { id: 's1', name: snapshot, state: 'ready', size: GiB, timeCreated: NOW }
    },
    snapshot: async () => structuredClone(world.snapshot),
    createImage: async ({ name, description, os, version }: UploadRequest) => {
      world.log.push('image')
      if (world.image) throw failedCall('already exists', 400, 'ObjectAlreadyExists')
      const told = { name, description, os, version, size: GiB, timeCreated: NOW }
      world.image = { ...told, id: 'i1', state: 'ready' }
      return world.image
    },
    image: async () => structuredClone(world.image),
    deleteImage: async () => {
      world.log.push('delete image')
      world.image = null
      return {}
    },
    deleteSnapshot: async () => {
      world.log.push('delete snapshot')
      world.snapshot = null
      return {}
    },
    deleteDisk: async () => {
      world.log.push('delete disk')
      world.disk = null
      return {}
    },
  }
  return { world, wire }
}

const CHUNK = 512 * 1024
const bytes = new Uint8Array(CHUNK * 3)
bytes[0] = 1
bytes[CHUNK * 2] = 1
const contents = {
  size: bytes.length,
  read: async (from: number, to: number) => bytes.slice(from, to),
}
const wish: UploadRequest = {
  contents,
  fileName: 'debian.raw',
  blockSize: 512,
  name: 'debian',
  description: '',
  os: 'debian',
  version: '13',
}
const interrupted: Unfinished = {
  disk: 'tmp-for-image-7',
  image: 'debian',
  fileName: 'debian.raw',
  os: 'debian',
  version: '13',
  bytes: bytes.length,
  state: 'import_ready',
  isWhole: false,
  size: GiB,
  blockSize: 512,
  begun: new Date(0),
}
const begin = (wire: object) => createUpload(wire as UploadWire, wish)

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

test('resumes an interrupted upload: keeps the bytes that are there and overwrites others', async () => {
  const { world, wire } = server()
  world.disk = { name: 'tmp-for-image-7', state: { state: 'import_ready' } }
  const of = (at: number) => bytesToHex(sha256(bytes.subarray(at, at + CHUNK)))
  // The last block is after the end of the file.
  const blocks = [0, CHUNK, 5 * CHUNK].map((offset) => ({ offset, length: CHUNK, sha256: of(0) }))
  const digests = async (_: string, from: number, length: number) =>
    blocks.filter(({ offset }) => offset >= from && offset < from + length)
  const upload = createUpload({ ...wire, digests } as unknown as UploadWire, wish, {
    unfinished: interrupted,
  })
  expect(await upload.run()).toBe('done')
  expect(world.written.toSorted((a, b) => a - b)).toEqual([CHUNK, CHUNK * 2, CHUNK * 5])
  expect(world.log).toEqual(['start', 'stop', 'finalize', 'image', 'delete snapshot', 'delete disk'])
  const { processed, skipped } = upload.state.get()
  expect([processed, skipped]).toEqual([bytes.length, CHUNK])
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

const isElsewhere = () => failedCall('another upload goes on with this disk', 409, 'Conflict')

test('leaves an upload alone that is running elsewhere', async () => {
  vi.useFakeTimers()
  const { world, wire } = server()
  world.disk = { name: 'tmp-for-image-7', state: { state: 'importing_from_bulk_writes' } }
  const hold = async () => Promise.reject(isElsewhere())
  const upload = createUpload({ ...wire, hold } as unknown as UploadWire, wish, {
    unfinished: interrupted,
  })
  const ended = upload.run()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await ended).toBe('failed')
  expect(upload.state.get().error).toContain('still going on elsewhere')
  expect([world.log, world.written]).toEqual([[], []])
  expect(world.disk.state.state).toBe('importing_from_bulk_writes')
  vi.useRealTimers()
})

test.each(['write', 'hold'] as const)(
  'ends without deleting anything when %s reports that another client has resumed it',
  async (refused) => {
    const { world, wire } = server()
    let isTheirs = false
    const upload = begin({
      ...wire,
      hold: async () => {
        if (isTheirs) throw isElsewhere()
        return {}
      },
      write: async () => {
        isTheirs = true
        if (refused === 'write') throw isElsewhere()
      },
    })
    expect(await upload.run()).toBe('failed')
    expect(upload.state.get().error).toContain('resumed elsewhere')
    expect(world.log).toEqual(['create', 'start'])
    expect(world.disk?.state.state).toBe('importing_from_bulk_writes')
  },
)

test('when cancelled after another client resumed it, deletes nothing and reports that', async () => {
  const { world, wire } = server()
  const upload: ReturnType<typeof begin> = begin({
    ...wire,
    hold: async () => {
      if (world.log.length > 1) throw isElsewhere()
      return {}
    },
    write: async () => upload.cancel(),
  })
  expect(await upload.run()).toBe('cancelled')
  expect(world.log).toEqual(['create', 'start'])
  expect(upload.state.get().left).toContain('continues there')
})

/** A server with the leftovers of an upload that was killed after its last step. */
function leftWhole(state: string) {
  const { world, wire } = server()
  world.disk = { name: interrupted.disk, state: { state } }
  world.snapshot = { id: 's1', name: 'tmp-snapshot-7', state: 'ready', size: GiB, timeCreated: NOW }
  const unfinished = { ...interrupted, state: 'detached', isWhole: true } as const
  const upload = createUpload(wire as unknown as UploadWire, wish, { unfinished })
  return { world, wire, upload }
}

test('only creates the image if all bytes have arrived', async () => {
  const { world, upload } = leftWhole('detached')
  expect(await upload.run()).toBe('done')
  expect(world.log).toEqual(['image', 'delete snapshot', 'delete disk'])
  expect(Object.values(upload.state.get().steps)).toEqual(Array.from({ length: 8 }, () => 'complete'))
  expect(upload.state.get().processed).toBe(bytes.length)
})

test('only cleans up if the image exists too, whatever its description', async () => {
  const { world, wire, upload } = leftWhole('detached')
  await wire.createImage({ ...wish, description: 'of the one before' })
  expect(await upload.run()).toBe('done')
  expect(world.log).toEqual(['image', 'delete snapshot', 'delete disk'])
  expect(world.image?.name).toBe('debian')
})

test('keeps the complete snapshot when the image is refused', async () => {
  const { world, wire, upload } = leftWhole('detached')
  await wire.createImage({ ...wish, os: 'another' })
  expect(await upload.run()).toBe('failed')
  expect(upload.state.get().error).toBe('already exists')
  expect([world.disk?.name, world.snapshot?.name]).toEqual([interrupted.disk, 'tmp-snapshot-7'])
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
