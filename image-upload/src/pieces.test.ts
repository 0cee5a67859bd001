import { KiB } from '@granary/domain/sizes.ts'
import { expect, test, vi } from 'vitest'
import { failedCall } from '../test/failed-call.ts'
import type { Part } from './host.ts'
import { inPieces, refusalOf } from './pieces.ts'
import { persist } from './retry.ts'

/** A server behind a proxy that lets parts up to a size through. It answers with a status, or ends the connection (0). */
function behindProxy(limit: number, status: number) {
  const stored = new Map<number, number>()
  const attempts: number[] = []
  const write = inPieces(async (offset: number, part: Part) => {
    const size = part instanceof Blob ? part.size : part.length
    const act = async () => {
      attempts.push(size)
      if (size > limit) throw failedCall('refused', status)
      stored.set(offset, size)
    }
    const endsWith = (error: unknown, lost: number) => refusalOf(error, part, lost)
    const wait = async () => {}
    await persist(act, { signal: new AbortController().signal, onTrouble: vi.fn(), wait, endsWith })
  })
  return { write, stored, attempts }
}
const bytesOf = (stored: Map<number, number>) => [...stored.values()].reduce((sum, size) => sum + size, 0)

test.each([
  [413, 'bytes', new Uint8Array(1024 * KiB)],
  [413, 'a slice of a file', new Blob([new Uint8Array(1024 * KiB)])],
  [0, 'bytes', new Uint8Array(1024 * KiB)],
])('halves what a proxy refuses with %i (%s), and remembers the size', async (status, _, part) => {
  const { write, stored, attempts } = behindProxy(300 * KiB, status)
  await write(0, part)
  expect([...stored.keys()]).toEqual([0, 256, 512, 768].map((at) => at * KiB))
  const before = attempts.length
  await write(1024 * KiB, part)
  const sent = attempts.slice(before).filter((size) => size <= 256 * KiB)
  expect(sent).toEqual([256, 256, 256, 256].map((size) => size * KiB))
  if (status === 413) expect(attempts.slice(before)).toEqual(sent)
  expect(bytesOf(stored)).toBe(2048 * KiB)
})

test('sends an odd size without a gap', async () => {
  const { write, stored } = behindProxy(100 * KiB, 413)
  await write(4096, new Uint8Array(330 * KiB))
  let next = 4096
  for (const [offset, size] of [...stored].toSorted(([a], [b]) => a - b)) {
    expect(offset).toBe(next)
    next += size
  }
  expect(next).toBe(4096 + 330 * KiB)
})

test('names the proxy when even the smallest piece is refused', async () => {
  const { write } = behindProxy(10 * KiB, 413)
  await expect(write(0, new Uint8Array(512 * KiB))).rejects.toThrow(
    'A proxy between this computer and the server refuses requests of 64 KiB.',
  )
})

test('an outage ends no upload: the smallest pieces wait for the server', async () => {
  let isAway = true
  const sizes: number[] = []
  const write = inPieces(async (_, part) => {
    const size = (part as Uint8Array).length
    const act = async () => {
      sizes.push(size)
      if (sizes.length > 30) isAway = false
      if (isAway) throw failedCall('away', 0)
    }
    const endsWith = (error: unknown, lost: number) => refusalOf(error, part, lost)
    await persist(act, {
      signal: new AbortController().signal,
      onTrouble: vi.fn(),
      wait: async () => {},
      endsWith,
    })
  })
  await write(0, new Uint8Array(512 * KiB))
  expect(isAway).toBe(false)
})
