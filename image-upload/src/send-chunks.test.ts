import { expect, test, vi } from 'vitest'
import { createGate } from './gate.ts'
import type { Part } from './host.ts'
import { LARGEST, UNIT } from './pace.ts'
import { PARALLEL, sendChunks } from './send-chunks.ts'

/** A busy machine may need longer than the default of one second. */
const SOON = { timeout: 10_000 }

const CHUNK = UNIT
/** Bytes that differ from their neighbors, without zeros. */
const filled = (length: number) => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) bytes[at] = ((at * 31) % 251) + 1
  return bytes
}
/** Lets the event loop turn, so that everything that can go on does. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Fails at the first byte that differs; an assertion over whole arrays takes seconds. */
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
      // Later pieces overtake earlier ones.
      for (let turns = (offset / CHUNK) % 3; turns > 0; turns--) await turn()
      const bytes = part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : part
      disk.set(bytes, offset)
      written.push({ offset, length: bytes.length })
    },
  }
}
const open = () => ({ gate: createGate(), signal: new AbortController().signal })

const isZeros = (at: number) => Math.floor(at / CHUNK) % 3 === 1

test.each(['bytes', 'places'])(
  'the %s that arrive are those of the file, and zeros are not sent',
  async (by) => {
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
    // Of what goes by its place only a little is read, but of zeros all.
    if (by === 'places') expect(read).toBeLessThan(13 * CHUNK + 4096 + 28 * 8192)
    expect(done.sent).toBe(written.reduce((sum, { length }) => sum + length, 0))
    // 13 of the 40 units are zeros, and so is the end, which is no whole one.
    expect(bytes.length - done.sent).toBe(13 * CHUNK + 4096)
  },
)

test('zeros are read in large pieces, and what comes after them is sent in small ones', async () => {
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
  expect(reads).toContain(LARGEST)
  expect(Math.max(...reads)).toBe(LARGEST)
  expect(reads[0]).toBe(UNIT)
  expect(sizes.slice(0, PARALLEL)).toEqual(Array.from({ length: PARALLEL }, () => UNIT))
})

test('no more is read than is on its way', async () => {
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
      // One more would begin now.
      await turn()
      under--
    },
    onDone: () => {},
  })
  expect(most).toBe(PARALLEL)
})

test('while it is paused nothing is begun, and then it goes on to the end', async () => {
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
  await vi.waitFor(() => expect(gate.closed).toBe(true), SOON)
  expect(sent).toBeLessThan(bytes.length)
  expect(ended).not.toHaveBeenCalled()
  gate.open()
  await all
  expect(sent).toBe(bytes.length)
})

test('after a failure nothing more is begun', async () => {
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

test('an upload that is called off ends, also while it is paused', async () => {
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
