import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryStore } from '../../memory-store.ts'
import { toBase64 } from './base64.ts'
import { OutputStore, type Progress } from './output-store.ts'
import { Transcript } from './transcript.ts'

const MEBIBYTE = 1_048_576
const BLOCK = 65_536
const terminal = {} as never
const record = (startedAt: number) => ({ startedAt, resetAt: startedAt, at: 0, terminal })

/** A store that counts the characters that are written, and the writes that it still takes. */
function countingStore() {
  const store = memoryStore()
  const counts = { written: 0, left: Infinity }
  return {
    store: {
      ...store,
      put: async (key: string, value: unknown) => {
        if (counts.left-- <= 0) throw new Error('the process has ended')
        counts.written += JSON.stringify(value).length
        await store.put(key, value)
      },
    },
    counts,
  }
}

/** Bytes that differ from those a block later. */
const bytesAt = (from: number, length: number) =>
  Uint8Array.from({ length }, (_, at) => ((from + at) * 31 + Math.floor((from + at) / 251)) % 256)

const append = (transcript: Transcript, length: number) =>
  transcript.append(bytesAt(transcript.total, length))

test('a full console costs what is new', async () => {
  const { store, counts } = countingStore()
  const output = new OutputStore(store)
  const transcript = new Transcript()
  append(transcript, 3 * MEBIBYTE)
  let progress = await output.save('m', record(1), transcript, null)
  for (let time = 0; time < 20; time++) {
    const before = counts.written
    append(transcript, 100)
    progress = await output.save('m', record(1), transcript, progress)
    expect(counts.written - before).toBeLessThan(2 * BLOCK)
  }
  const loaded = await output.load('m')
  expect(loaded!.output.head).toEqual(transcript.slice(0, MEBIBYTE))
  expect(new Transcript(loaded!.output).readAll()).toEqual(transcript.readAll())
  // As many blocks as hold the kept bytes.
  expect(await store.list('serial-output/m/')).toHaveLength(16 + 17)
})

/** Few bytes, so that hundreds of cases take no time. */
const SMALL = { block: 8, limit: 32 }

test('a console is as it was when it was last saved, wherever the process ended', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: SMALL.limit }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      lengths,
      fc.nat(40),
      fc.integer({ min: 1, max: 3 * SMALL.block }),
      async (pieces, left, more) => {
        const { store, counts } = countingStore()
        const output = new OutputStore(store, SMALL.block)
        const transcript = new Transcript(undefined, SMALL.limit)
        let progress: Progress | null = null
        for (const piece of pieces) {
          append(transcript, piece)
          progress = await output.save('m', record(1), transcript, progress)
        }
        const saved = transcript.readAll()
        append(transcript, more)
        counts.left = left
        const isSaved = await output.save('m', record(1), transcript, progress).then(
          () => true,
          () => false,
        )
        counts.left = Infinity
        const loaded = (await new OutputStore(store, SMALL.block).load('m'))!
        const again = new Transcript(loaded.output, SMALL.limit)
        expect(again.readAll()).toEqual(isSaved ? transcript.readAll() : saved)
        // It goes on from there.
        append(again, 10)
        await output.save('m', record(1), again, loaded.progress)
        const last = (await output.load('m'))!
        expect(new Transcript(last.output, SMALL.limit).readAll()).toEqual(again.readAll())
      },
    ),
    { numRuns: 300 },
  )
})

test('a later start replaces the output of the one before', async () => {
  const { store } = countingStore()
  const output = new OutputStore(store)
  const [first, second] = [new Transcript(), new Transcript()]
  append(first, MEBIBYTE)
  await output.save('m', record(1), first, null)
  append(second, 10)
  await output.save('m', record(2), second, null)
  expect(new Transcript((await output.load('m'))!.output).readAll()).toEqual(second.readAll())
  expect(await store.list('serial-output/')).toHaveLength(1)
  await output.delete('m')
  expect([...(await store.list('serial')), await output.load('m')]).toEqual([undefined])
})

test('reads what an earlier version stored, and stores it in blocks', async () => {
  const { store } = countingStore()
  const output = new OutputStore(store)
  const [head, tail] = [bytesAt(0, MEBIBYTE), bytesAt(2 * MEBIBYTE, 100)]
  const transcript = { head: toBase64(head), tail: toBase64(tail), total: 2 * MEBIBYTE + 100 }
  await store.put('serial/m', { ...record(1), transcript })
  const loaded = (await output.load('m'))!
  expect(loaded.output).toEqual({ head, tail, total: 2 * MEBIBYTE + 100 })
  const again = new Transcript(loaded.output)
  append(again, 5)
  await output.save('m', record(1), again, loaded.progress)
  expect(new Transcript((await output.load('m'))!.output).readAll()).toEqual(again.readAll())
})
