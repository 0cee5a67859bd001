import { describe, expect, test } from 'vitest'
import { openQcow2, qcow2Header } from './qcow2.ts'

const BITS = 12
const CLUSTER = 2 ** BITS
type Cluster = 'hole' | 'zeros' | { data: Uint8Array } | { compressed: Uint8Array }

/** A file as QEMU writes it: header, L1 table, one L2 table, and the clusters. */
function image(clusters: Cluster[], change: (at: DataView) => void = () => {}, version = 3): Uint8Array {
  const file = new Uint8Array((3 + clusters.length * 2) * CLUSTER)
  const at = new DataView(file.buffer)
  at.setUint32(0, 0x51_46_49_fb)
  at.setUint32(4, version)
  at.setUint32(20, BITS)
  at.setBigUint64(24, BigInt(clusters.length * CLUSTER))
  at.setUint32(36, 1)
  at.setBigUint64(40, BigInt(CLUSTER))
  at.setUint32(100, 112)
  at.setBigUint64(CLUSTER, BigInt(2 * CLUSTER) | (1n << 63n))
  let free = 3 * CLUSTER
  clusters.forEach((cluster, index) => {
    const entry = (value: bigint) => at.setBigUint64(2 * CLUSTER + index * 8, value)
    if (cluster === 'zeros') entry(1n)
    else if (cluster !== 'hole' && 'data' in cluster) {
      file.set(cluster.data, free)
      entry(BigInt(free) | (1n << 63n))
      free += CLUSTER
    } else if (cluster !== 'hole') {
      // Compressed data can start at any offset, and other data follows immediately.
      const data = shrink(cluster.compressed)
      const offset = free + 100
      file.set(data, offset)
      file.fill(0xaa, offset + data.length, offset + data.length + 64)
      const sectors = Math.floor(((offset % 512) + data.length - 1) / 512)
      entry((1n << 62n) | (BigInt(sectors) << BigInt(62 - (BITS - 8))) | BigInt(offset))
      free += 2 * CLUSTER
      free -= free % CLUSTER
    }
  })
  change(at)
  return file
}
const reader = (file: Uint8Array) => async (offset: number, length: number) =>
  file.slice(offset, offset + length)

/** Stands in for deflate, which the caller provides: a count and a byte. */
function shrink(bytes: Uint8Array): Uint8Array {
  const pairs: number[] = []
  for (let at = 0; at < bytes.length;) {
    let count = 1
    while (count < 255 && bytes[at + count] === bytes[at]) count++
    pairs.push(count, bytes[at]!)
    at += count
  }
  return Uint8Array.from(pairs)
}
const inflate = async (data: Uint8Array, length: number) => {
  const bytes = new Uint8Array(length)
  for (let at = 0, from = 0; at < length; from += 2) {
    if (!data[from]) throw new Error('not compressed')
    bytes.fill(data[from + 1]!, at, at + data[from]!)
    at += data[from]!
  }
  return bytes
}
const open = (file: Uint8Array) => openQcow2(reader(file), inflate)
const noise = (seed: number) =>
  Uint8Array.from({ length: CLUSTER }, (_, at) => ((at + seed) * 2_654_435_761) >>> 13)

const CLUSTERS: Cluster[] = [
  { data: noise(1) },
  'hole',
  { compressed: noise(2).fill(7, 100) },
  'zeros',
  { data: noise(3) },
  { compressed: new Uint8Array(CLUSTER).fill(9) },
]
const RAW = Uint8Array.from(
  CLUSTERS.flatMap((cluster) => {
    if (cluster === 'hole' || cluster === 'zeros') return [...new Uint8Array(CLUSTER)]
    return [...('data' in cluster ? cluster.data : cluster.compressed)]
  }),
)

describe('reads the content of the disk', () => {
  test.each([2, 3])('all of it, in version %i', async (version) => {
    const clusters = version === 2 ? CLUSTERS.map((one) => (one === 'zeros' ? 'hole' : one)) : CLUSTERS
    const disk = await open(image(clusters, undefined, version))
    expect(disk.size).toBe(RAW.length)
    expect(await disk.read(0, disk.size)).toEqual(RAW)
  })

  test('any part of it', async () => {
    const disk = await open(image(CLUSTERS))
    for (let from = 0; from < RAW.length; from += 1536)
      for (const length of [1, 512, CLUSTER, 3 * CLUSTER + 7]) {
        const to = Math.min(RAW.length, from + length)
        expect(await disk.read(from, to)).toEqual(RAW.slice(from, to))
      }
  })
})

describe('refuses unreadable files', () => {
  test.each<[string, (at: DataView) => void, string]>([
    ['another version', (at) => at.setUint32(4, 4), 'version 4'],
    ['a backing file', (at) => at.setBigUint64(8, 112n), 'another file'],
    ['encryption', (at) => at.setUint32(32, 1), 'encrypted'],
    ['damage', (at) => at.setBigUint64(72, 2n), 'damaged'],
    ['data elsewhere', (at) => at.setBigUint64(72, 4n), 'in another file'],
    ['zstd', (at) => (at.setBigUint64(72, 8n), at.setUint8(104, 1)), 'zstd'],
    ['extended tables', (at) => at.setBigUint64(72, 16n), 'Convert it first'],
    ['clusters of no size', (at) => at.setUint32(20, 40), 'contradicts'],
    ['a disk of 8 EiB', (at) => at.setBigUint64(24, 1n << 63n), 'contradicts'],
    ['a table that is too short', (at) => at.setBigUint64(24, 1n << 40n), 'contradicts'],
  ])('%s', async (_, change, words) => {
    await expect(open(image(CLUSTERS, change))).rejects.toThrow(words)
  })
  test('a file that ends too early', async () => {
    const disk = await open(image(CLUSTERS).slice(0, 3 * CLUSTER))
    await expect(disk.read(0, CLUSTER)).rejects.toThrow('ends too early')
    await expect(open(image(CLUSTERS).slice(0, CLUSTER + 4))).rejects.toThrow('ends too early')
  })
  test('a file that ends before the kind of compression in its header', () => {
    const head = image(CLUSTERS, (at) => {
      at.setBigUint64(72, 8n)
      at.setUint32(100, 112)
    })
    expect(() => qcow2Header(head.slice(0, 104))).toThrow('ends within its header')
  })
  test('invalid compressed data', async () => {
    const file = image([{ compressed: new Uint8Array(CLUSTER).fill(9) }])
    file.fill(0, 3 * CLUSTER)
    const disk = await open(file)
    await expect(disk.read(0, 10)).rejects.toThrow('compressed data cannot be read')
  })
  test('something else', () => expect(() => qcow2Header(new Uint8Array(200))).toThrow('no qcow2'))
})
