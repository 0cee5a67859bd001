import { expect, test, vi } from 'vitest'
import { UnreadableFileError } from './host.ts'
import { UNIT } from './pace.ts'
import { createProbe } from './probe.ts'

const PIECE = 16

/** A file of zero and non-zero units that records how often each offset is read. */
function fileOf(zeros: boolean[]) {
  const file = {
    looks: 0,
    slice: (from: number, to: number) => {
      file.looks++
      return new Blob([new Uint8Array(to - from).fill(zeros[from / UNIT] ? 0 : 7)])
    },
  }
  return file
}

async function zerosFound(zeros: boolean[]) {
  const file = fileOf(zeros)
  const probe = createProbe(file.slice)
  const found: boolean[] = []
  for (let from = 0; from < zeros.length; from += PIECE) {
    const to = Math.min(zeros.length, from + PIECE)
    const mayBeZeros = await probe(from * UNIT, to * UNIT)
    for (let unit = from; unit < to; unit++) found.push(mayBeZeros(unit * UNIT))
  }
  return { found, looks: file.looks }
}

test('reads each unit while there are some zeros', async () => {
  const zeros = Array.from({ length: 20 * PIECE }, (_, at) => at % PIECE === 5)
  expect(await zerosFound(zeros)).toEqual({ found: zeros, looks: zeros.length })
})

test('reads a sample after many units without zeros, and all again after finding some', async () => {
  const dense = 40 * PIECE
  const zeros = Array.from({ length: dense + 40 * PIECE }, (_, at) => at >= dense)
  const { found, looks } = await zerosFound(zeros)
  expect(found).toEqual(zeros)
  expect(looks).toBe(4 * PIECE + 36 * 2 + 2 + 40 * PIECE)
})

test('sends zeros that begin between two samples, and finds them from the next sample on', async () => {
  const begin = 40 * PIECE + 9
  const zeros = Array.from({ length: 60 * PIECE }, (_, at) => at >= begin)
  const { found } = await zerosFound(zeros)
  const next = 41 * PIECE
  expect(found.indexOf(true)).toBe(next)
  expect(found.slice(next)).not.toContain(false)
})

test('reports an unreadable file', async () => {
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotReadableError'))
  await expect(createProbe(fileOf([false]).slice)(0, UNIT)).rejects.toThrow(UnreadableFileError)
})
