import { expect, test, vi } from 'vitest'
import { createGate } from './gate.ts'
import type { Part } from './host.ts'
import { MAX_CHUNK, UNIT } from './pace.ts'
import { PARALLEL, sendChunks } from './send-chunks.ts'

const CHUNK = UNIT
/** Bytes that differ from their neighbors, without zeros. */
const filled = (length: number) => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) bytes[at] = ((at * 31) % 251) + 1
  return bytes
}
/** Lets the event loop turn, so that all runnable work proceeds. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Fails at the first different byte. An assertion over whole arrays takes seconds. */
function expectSame(found: Uint8Array, wanted: Uint8Array): void {
  expect(found.length).toBe(wanted.length)
  for (let at = 0; at < wanted.length; at++)
    if (found[at] !== wanted[at]) expect.fail(`byte ${at} is ${found[at]} and not ${wanted[at]}`)
}

const contentsOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (from: number, to: number) => bytes.slice(from, to),
})

function target(size: number) {
  const disk = new Uint8Array(size)
  const written: { offset: number; length: number }[] = []
  return {
    disk,
    written,
    write: async (offset: number, part: Part) => {
      // Later chunks overtake earlier ones.
      for (let turns = (offset / CHUNK) % 3; turns > 0; turns--) await turn()
      const bytes = part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : part
      disk.set(bytes, offset)
      written.push({ offset, length: bytes.length })
    },
  }
}
const open = () => ({ gate: createGate(), signal: new AbortController().signal })

const isZeros = (at: number) => Math.floor(at / CHUNK) % 3 === 1

test.each(['bytes', 'places'])('sends the %s of the file, without zeros', async (by) => {
  const bytes = filled(CHUNK * 40 + 4096)
  for (let at = 0; at < bytes.length; at += CHUNK) if (isZeros(at)) bytes.fill(0, at, at + CHUNK)
  const { disk, written, write } = target(bytes.length)
  let read = 0
  const counted = {
    size: bytes.length,
    read: async (from: number, to: number) => {
      read += to - from
      return bytes.slice(from, to)
    },
  }
  const done = { sent: 0, all: 0 }
  await sendChunks({
    ...open(),
    contents: {
      ...counted,
      ...(by === 'places' && { slice: (from: number, to: number) => new Blob([bytes.slice(from, to)]) }),
    },
    write,
    onDone: (length, sent) => {
      done.all += length
      if (sent) done.sent += length
    },
  })
  expectSame(disk, bytes)
  for (const { offset, length } of written)
    for (let at = offset; at < offset + length; at += CHUNK) expect(isZeros(at)).toBe(false)
  expect(done.all).toBe(bytes.length)
  // Slices are only sampled, but zeros are read completely.
  if (by === 'places') expect(read).toBeLessThan(13 * CHUNK + 4096 + 28 * 8192)
  expect(done.sent).toBe(written.reduce((sum, { length }) => sum + length, 0))
  // 13 of the 40 units are zeros, and so is the partial unit at the end.
  expect(bytes.length - done.sent).toBe(13 * CHUNK + 4096)
})

test('reads zeros in large chunks, and sends the content after them in small ones', async () => {
  const reads: number[] = []
  const sizes: number[] = []
  const size = 400 * UNIT
  await sendChunks({
    ...open(),
    contents: {
      size,
      read: async (from, to) => {
        reads.push(to - from)
        return new Uint8Array(to - from).fill(to > size / 2 ? 1 : 0)
      },
    },
    write: async (_, part) => void sizes.push((part as Uint8Array).length),
    onDone: () => {},
  })
  expect(reads).toContain(MAX_CHUNK)
  expect(Math.max(...reads)).toBe(MAX_CHUNK)
  expect(reads[0]).toBe(UNIT)
  expect(sizes.slice(0, PARALLEL)).toEqual(Array.from({ length: PARALLEL }, () => UNIT))
})

test('reads no more than it sends at a time', async () => {
  let under = 0
  let most = 0
  const full = Promise.withResolvers<void>()
  const bytes = filled(CHUNK * 12)
  await sendChunks({
    ...open(),
    contents: contentsOf(bytes),
    write: async () => {
      most = Math.max(most, ++under)
      if (under === PARALLEL) full.resolve()
      await full.promise
      // The next chunk would start now.
      await turn()
      under--
    },
    onDone: () => {},
  })
  expect(most).toBe(PARALLEL)
})

test('starts no chunk while it is paused, and then continues to the end', async () => {
  const gate = createGate()
  let sent = 0
  const bytes = filled(CHUNK * 60)
  const write = vi.fn(async (_: number, part: Part) => {
    sent += (part as Uint8Array).length
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
  await expect.poll(() => gate.closed).toBe(true)
  expect(sent).toBeLessThan(bytes.length)
  expect(ended).not.toHaveBeenCalled()
  gate.open()
  await all
  expect(sent).toBe(bytes.length)
})

test('starts no chunk after a failure', async () => {
  const write = vi.fn(async (offset: number) => {
    if (offset === 0) throw new Error('no')
    await turn()
  })
  const all = sendChunks({
    ...open(),
    contents: contentsOf(filled(CHUNK * 30)),
    write,
    onDone: () => {},
  })
  await expect(all).rejects.toThrow('no')
  expect(write.mock.calls.length).toBeLessThanOrEqual(PARALLEL)
})

test('ends when it is aborted, even while it is paused', async () => {
  const gate = createGate()
  const control = new AbortController()
  gate.close()
  const all = sendChunks({
    contents: contentsOf(filled(CHUNK)),
    write: vi.fn(),
    gate,
    signal: control.signal,
    onDone: () => {},
  })
  control.abort(new Error('cancelled'))
  gate.open()
  await expect(all).rejects.toThrow('cancelled')
})
