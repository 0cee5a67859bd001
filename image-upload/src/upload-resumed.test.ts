import { GiB } from '@granary/domain/sizes.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test, vi } from 'vitest'
import { createUpload } from './upload.ts'
import type { UploadWire } from './wire.ts'
import { NOW, server, CHUNK, bytes, wish, interrupted, isElsewhere, begin } from '../test/upload-server.ts'

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
