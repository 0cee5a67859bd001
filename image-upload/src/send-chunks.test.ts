import { MAX_BULK_WRITE } from '@granary/domain/sizes.ts'
import { expect, test, vi } from 'vitest'
import { createGate } from './gate.ts'
import { PARALLEL, sendChunks } from './send-chunks.ts'

const CHUNK = MAX_BULK_WRITE
const filled = (length: number, fill: (at: number) => number) =>
  Uint8Array.from({ length }, (_, at) => fill(at))

const contentsOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (from: number, to: number) => bytes.slice(from, to),
})

function target(size: number) {
  const disk = new Uint8Array(size)
  const offsets: number[] = []
  return {
    disk,
    offsets,
    write: async (offset: number, bytes: Uint8Array) => {
      // Later pieces overtake earlier ones.
      await new Promise((resolve) => setTimeout(resolve, (offset / CHUNK) % 3))
      disk.set(bytes, offset)
      offsets.push(offset)
    },
  }
}
const open = () => ({ gate: createGate(), signal: new AbortController().signal })

test('the bytes that arrive are those of the file, and pieces of zeros are not sent', async () => {
  const bytes = filled(CHUNK * 7 + 4096, (at) => (Math.floor(at / CHUNK) % 3 === 1 ? 0 : (at * 31) % 251))
  const { disk, offsets, write } = target(bytes.length)
  const done = { sent: 0, all: 0 }
  await sendChunks({
    ...open(),
    contents: contentsOf(bytes),
    write,
    onDone: (length, sent) => {
      done.all += length
      if (sent) done.sent += length
    },
  })
  expect(disk.every((byte, at) => byte === bytes[at])).toBe(true)
  expect(offsets.toSorted((a, b) => a - b)).toEqual(
    [0, 2, 3, 5, 6]
      .map((at) => at * CHUNK)
      .concat(CHUNK * 7)
      .filter((at) => Math.floor(at / CHUNK) % 3 !== 1),
  )
  expect(done.all).toBe(bytes.length)
  expect(done.sent).toBeLessThan(bytes.length)
})

test('no more is read than is on its way', async () => {
  let under = 0
  let most = 0
  const bytes = filled(CHUNK * 12, () => 1)
  await sendChunks({
    ...open(),
    contents: contentsOf(bytes),
    write: async () => {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setTimeout(resolve, 1))
      under--
    },
    onDone: () => {},
  })
  expect(most).toBe(PARALLEL)
})

test('while it is paused nothing is begun, and then it goes on to the end', async () => {
  const gate = createGate()
  const bytes = filled(CHUNK * 12, () => 1)
  const write = vi.fn(async () => {
    if (write.mock.calls.length === 6) gate.close()
  })
  const ended = vi.fn()
  const all = sendChunks({
    contents: contentsOf(bytes),
    write,
    gate,
    signal: new AbortController().signal,
    onDone: () => {},
  })
  void all.then(ended)
  await vi.waitFor(() => expect(gate.closed).toBe(true))
  const begun = write.mock.calls.length
  expect(begun).toBeLessThan(12)
  expect(ended).not.toHaveBeenCalled()
  gate.open()
  await all
  expect(write).toHaveBeenCalledTimes(12)
})

test('after a failure nothing more is begun', async () => {
  const write = vi.fn(async (offset: number) => {
    if (offset === 0) throw new Error('no')
    await new Promise((resolve) => setTimeout(resolve, 1))
  })
  const all = sendChunks({
    ...open(),
    contents: contentsOf(filled(CHUNK * 30, () => 1)),
    write,
    onDone: () => {},
  })
  await expect(all).rejects.toThrow('no')
  expect(write.mock.calls.length).toBeLessThanOrEqual(PARALLEL)
})

test('an upload that is called off ends, also while it is paused', async () => {
  const gate = createGate()
  const control = new AbortController()
  gate.close()
  const all = sendChunks({
    contents: contentsOf(filled(CHUNK, () => 1)),
    write: vi.fn(),
    gate,
    signal: control.signal,
    onDone: () => {},
  })
  control.abort(new Error('cancelled'))
  gate.open()
  await expect(all).rejects.toThrow('cancelled')
})
