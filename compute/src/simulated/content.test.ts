import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Content } from './content.ts'
import { memoryBlocks, memoryStore } from '../memory-store.ts'
import { CHUNK_SIZE } from '../store.ts'
import type { BlockStore } from '../store.ts'

const SIZE = 3 * CHUNK_SIZE

/** Lets the event loop turn, so that all runnable work proceeds. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Chunks in memory with delayed and reordered writes, like files. */
function lazyBlocks(): BlockStore & { chunks: Map<string, number> } {
  const blocks = memoryBlocks()
  const chunks = new Map<string, number>()
  return {
    chunks,
    read: async (volume, index) => {
      if (index % 2 === 1) await turn()
      return blocks.read(volume, index)
    },
    write: async (volume, index, chunk) => {
      if (index % 2 === 0) await turn()
      chunks.set(volume, (chunks.get(volume) ?? 0) + 1)
      await blocks.write(volume, index, chunk)
    },
    sync: (volume) => blocks.sync(volume),
    deleteVolume: async (volume) => {
      chunks.delete(volume)
      await blocks.deleteVolume(volume)
    },
  }
}

describe('Content', () => {
  it('reads back writes of any order and alignment, and keeps frozen layers', async () => {
    const write = fc.record({
      kind: fc.constant('write' as const),
      offset: fc.nat(SIZE - 1),
      length: fc.integer({ min: 1, max: SIZE }),
      value: fc.nat(255),
    })
    const freeze = fc.record({ kind: fc.constant('freeze' as const) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 4, arbitrary: write }, freeze), { maxLength: 8 }),
        async (steps) => {
          const content = new Content(memoryStore(), lazyBlocks())
          const expected = new Uint8Array(SIZE)
          const frozen: { layer: string; bytes: Uint8Array }[] = []
          let layer = 'base'
          await content.create(layer, null)
          for (const step of steps) {
            if (step.kind === 'freeze') {
              frozen.push({ layer, bytes: expected.slice() })
              await content.create(`${layer}+`, layer)
              layer += '+'
            } else {
              const bytes = new Uint8Array(Math.min(step.length, SIZE - step.offset)).fill(step.value)
              expected.set(bytes, step.offset)
              await content.write(layer, step.offset, bytes)
            }
          }
          for (const { layer: at, bytes } of [...frozen, { layer, bytes: expected }]) {
            const read = await content.read(at, 0, SIZE)
            expect(read.findIndex((byte, index) => byte !== bytes[index])).toBe(-1)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('keeps concurrent writes to neighboring parts of one chunk', async () => {
    const content = new Content(memoryStore(), lazyBlocks())
    await content.create('base', null)
    const halves = [1, 2, 3, 4].map((value, index) =>
      content.write('base', index * 512, new Uint8Array(512).fill(value)),
    )
    await Promise.all(halves)
    const read = await content.read('base', 0, 2048)
    expect([0, 512, 1024, 1536].map((offset) => read[offset])).toEqual([1, 2, 3, 4])
  })

  it('stores no chunk for zeros that hide nothing', async () => {
    const blocks = lazyBlocks()
    const content = new Content(memoryStore(), blocks)
    await content.create('base', null)
    await content.write('base', 0, new Uint8Array(2 * CHUNK_SIZE))
    expect(blocks.chunks.size).toBe(0)
    await content.write('base', 0, new Uint8Array(CHUNK_SIZE).fill(9))
    await content.write('base', 0, new Uint8Array(CHUNK_SIZE))
    expect((await content.read('base', 0, 1))[0]).toBe(0)
  })

  it('writes consecutive chunks at once, and omits zeros that hide nothing', async () => {
    const memory = memoryBlocks()
    const written: [number, number][] = []
    const content = new Content(memoryStore(), {
      ...memory,
      write: async (volume, index, chunks) => {
        written.push([index, chunks.length / CHUNK_SIZE])
        await memory.write(volume, index, chunks)
      },
    })
    await content.create('base', null)
    const bytes = new Uint8Array(6 * CHUNK_SIZE).fill(5)
    bytes.fill(0, 2 * CHUNK_SIZE, 3 * CHUNK_SIZE)
    // Half a chunk off, for a partial chunk at each end.
    await content.write('base', CHUNK_SIZE / 2, new Uint8Array(CHUNK_SIZE).fill(7))
    written.length = 0
    await content.write('base', CHUNK_SIZE, bytes)
    expect(written).toEqual([
      [1, 2],
      [4, 3],
    ])
    const read = await content.read('base', 0, 8 * CHUNK_SIZE)
    const fills = Array.from({ length: 8 }, (_, at) => read[at * CHUNK_SIZE + CHUNK_SIZE - 1])
    expect(fills).toEqual([7, 5, 5, 0, 5, 5, 5, 0])
  })

  it('deletes a layer and its parents, up to the first that is still needed', async () => {
    const blocks = lazyBlocks()
    const content = new Content(memoryStore(), blocks)
    const one = new Uint8Array(CHUNK_SIZE).fill(1)
    for (const [layer, parent] of [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'a'],
    ] as const) {
      await content.create(layer, parent)
      await content.write(layer, 0, one)
    }
    await content.collect((layer) => layer === 'b', new Set(['c', 'd']))
    expect([...blocks.chunks.keys()]).toEqual(['a', 'b', 'c', 'd'])
    await content.collect((layer) => layer === 'c', new Set(['d']))
    expect([...blocks.chunks.keys()]).toEqual(['a', 'd'])
    await content.collect((layer) => layer === 'd', new Set())
    expect(blocks.chunks.size).toBe(0)
  })
})
