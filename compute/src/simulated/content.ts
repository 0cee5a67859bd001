import { KeyedLock } from './lock.ts'
import type { LayerRecord } from './record.ts'
import { CHUNK_SIZE } from '../store.ts'
import type { BlockStore, DriverStore } from '../store.ts'

const PREFIX = 'layer/'

/**
 * The content of disks, snapshots and images: layers of chunks, each over its parent. A snapshot leaves the layer as it is
 * and gives the disk a new one on top, so nothing is copied until it is written.
 */
export class Content {
  readonly #store: DriverStore
  readonly #blocks: BlockStore
  /** Two writes into one chunk must not read it at the same time and lose each other's half. */
  readonly #lock = new KeyedLock()

  constructor(store: DriverStore, blocks: BlockStore) {
    this.#store = store
    this.#blocks = blocks
  }

  /** Makes a layer; one that exists is left as it is. */
  async create(layer: string, parent: string | null): Promise<void> {
    if (await this.#store.get(PREFIX + layer)) return
    const record: LayerRecord = { parent }
    await this.#store.put(PREFIX + layer, record)
  }

  async parent(layer: string): Promise<string | null> {
    const record = (await this.#store.get(PREFIX + layer)) as LayerRecord | undefined
    return record?.parent ?? null
  }

  async write(layer: string, offset: number, bytes: Uint8Array): Promise<void> {
    const parent = await this.parent(layer)
    const pieces = split(offset, bytes.length).map(({ from, length, ...place }) => ({
      ...place,
      bytes: bytes.subarray(from, from + length),
    }))
    const whole = pieces.filter((piece) => piece.bytes.length === CHUNK_SIZE)
    const first = whole[0]
    await Promise.all([
      ...pieces
        .filter((piece) => piece.bytes.length < CHUNK_SIZE)
        .map((piece) =>
          this.#lock.run(`${layer}/${piece.index}`, () => this.#writePart(layer, parent, piece)),
        ),
      // Only the first and the last piece can be less than a chunk, so the others follow one another.
      first &&
        this.#lock.runAll(
          whole.map(({ index }) => `${layer}/${index}`),
          () => this.#writeWhole(layer, parent, whole),
        ),
    ])
  }

  async read(layer: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    for (const { index, within, from, length: size } of split(offset, length)) {
      const chunk = await this.#chunk(layer, index)
      if (chunk) bytes.set(chunk.subarray(within, within + size), from)
    }
    return bytes
  }

  /** Makes what a layer holds itself safe from a loss of power; its parents were when they became parents. */
  sync(layer: string): Promise<void> {
    return this.#blocks.sync(layer)
  }

  /** Deletes a layer that nothing needs any more, and its parents up to the first that something needs. */
  async collect(layer: string, needed: Set<string>): Promise<void> {
    const layers = await this.#store.list(PREFIX)
    const parents = new Map(
      layers.map(({ key, value }) => [key.slice(PREFIX.length), (value as LayerRecord).parent]),
    )
    let candidate: string | null = layer
    while (candidate !== null && parents.has(candidate) && !needed.has(candidate)) {
      if ([...parents.values()].includes(candidate)) return
      const parent: string | null = parents.get(candidate) ?? null
      await this.#blocks.deleteVolume(candidate)
      await this.#store.delete(PREFIX + candidate)
      parents.delete(candidate)
      candidate = parent
    }
  }

  /** A piece of one chunk: the rest of it stays as it is. */
  async #writePart(layer: string, parent: string | null, { index, within, bytes }: Piece): Promise<void> {
    const before = await this.#chunk(layer, index, parent)
    if (!before && isZero(bytes)) return
    const chunk = before ? before.slice() : new Uint8Array(CHUNK_SIZE)
    chunk.set(bytes, within)
    await this.#blocks.write(layer, index, chunk)
  }

  /** Whole chunks that follow one another, in as few writes as there are gaps of zeros that cover nothing. */
  async #writeWhole(layer: string, parent: string | null, pieces: Piece[]): Promise<void> {
    const kept = await Promise.all(
      pieces.map(
        async ({ index, bytes }) => !isZero(bytes) || (await this.#chunk(layer, index, parent)) !== undefined,
      ),
    )
    for (let at = 0; at < pieces.length; at++) {
      if (!kept[at]) continue
      const begin = at
      while (kept[at + 1]) at++
      const { index, bytes } = pieces[begin]!
      const all = new Uint8Array(bytes.buffer, bytes.byteOffset, (at + 1 - begin) * CHUNK_SIZE)
      await this.#blocks.write(layer, index, all)
    }
  }

  async #chunk(layer: string, index: number, parent?: string | null): Promise<Uint8Array | undefined> {
    const own = await this.#blocks.read(layer, index)
    if (own) return own
    const under = parent === undefined ? await this.parent(layer) : parent
    return under === null ? undefined : this.#chunk(under, index)
  }
}

/** Bytes that go into one chunk, from `within` on. */
type Piece = { index: number; within: number; bytes: Uint8Array }

/** Cuts a range of bytes where chunks end. */
function split(offset: number, length: number) {
  const parts: { index: number; within: number; from: number; length: number }[] = []
  for (let from = 0; from < length;) {
    const index = Math.floor((offset + from) / CHUNK_SIZE)
    const within = (offset + from) % CHUNK_SIZE
    const size = Math.min(CHUNK_SIZE - within, length - from)
    parts.push({ index, within, from, length: size })
    from += size
  }
  return parts
}

/** Whether there are only zeros; four bytes at a time, and those at the ends that no four are made of one by one. */
function isZero(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes
  const first = Math.min(length, -byteOffset & 3)
  const last = length - ((length - first) & 3)
  const wide = new Uint32Array(buffer, byteOffset + first, (last - first) / 4)
  for (let at = 0; at < wide.length; at++) if (wide[at] !== 0) return false
  for (let at = 0; at < first; at++) if (bytes[at] !== 0) return false
  for (let at = last; at < length; at++) if (bytes[at] !== 0) return false
  return true
}
