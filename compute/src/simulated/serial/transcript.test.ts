import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DriverError } from '../../driver-error.ts'
import { Transcript } from './transcript.ts'

const LIMIT = 16

/** Returns a transcript of `lengths.length` pieces with bytes that count up from 0. */
function counting(lengths: number[], limit = LIMIT) {
  const transcript = new Transcript(undefined, limit)
  let next = 0
  for (const length of lengths) {
    transcript.append(Uint8Array.from({ length }, () => next++ % 256))
  }
  return { transcript, total: next }
}

const range = (from: number, length: number) => Array.from({ length }, (_, index) => (from + index) % 256)

describe('Transcript', () => {
  it('keeps the first and the latest bytes, however they were split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3 * LIMIT), { maxLength: 12 }),
        fc.nat(8 * LIMIT),
        fc.integer({ min: 1, max: 4 * LIMIT }),
        (lengths, start, maxBytes) => {
          const { transcript, total } = counting(lengths)
          const kept = (offset: number) => offset < total && (offset < LIMIT || offset >= total - LIMIT)
          const read = () => transcript.read({ fromStart: start, maxBytes })
          if (start > total || (start < total && !kept(start))) {
            expect(read).toThrow(DriverError)
            return
          }
          const length = range(start, maxBytes).findIndex((_, index) => !kept(start + index))
          const expected = range(start, length < 0 ? maxBytes : length)
          const lastByteOffset = start + expected.length
          expect(read()).toEqual({ data: Uint8Array.from(expected), firstByteOffset: start, lastByteOffset })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('reads back from the end', () => {
    const { transcript } = counting([10])
    expect(transcript.read({ mostRecent: 4, maxBytes: 2 })).toEqual({
      data: Uint8Array.from([6, 7]),
      firstByteOffset: 6,
      lastByteOffset: 8,
    })
    expect(transcript.read({ mostRecent: 99, maxBytes: 99 }).data).toHaveLength(10)
  })

  it('skips the gap when all kept output is read', () => {
    const { transcript } = counting([100])
    expect([...transcript.readAll()]).toEqual([...range(0, 16), ...range(84, 16)])
    expect([...transcript.readAll(20)]).toEqual(range(84, 16))
    expect([...transcript.readAll(3)]).toEqual(range(97, 3))
    expect([...transcript.readAll(0)]).toEqual([])
  })

  it('keeps a mebibyte at each end by default', () => {
    const mebibyte = 1024 * 1024
    const transcript = new Transcript()
    for (let megabytes = 0; megabytes < 3; megabytes++)
      transcript.append(new Uint8Array(mebibyte).fill(megabytes))
    expect(transcript.read({ fromStart: mebibyte - 1, maxBytes: 9 }).data).toEqual(Uint8Array.from([0]))
    expect(() => transcript.read({ fromStart: mebibyte, maxBytes: 9 })).toThrow('no longer kept')
    expect(transcript.read({ fromStart: 2 * mebibyte, maxBytes: 1 }).data).toEqual(Uint8Array.from([2]))
  })
})
