import { KeyedLock } from '../lock.ts'
import type { LayerRecord } from './record.ts'
import { CHUNK_SIZE } from '../store.ts'
import type { BlockStore, DriverStore } from '../store.ts'

const PREFIX = 'layer/'

/**
 * Content of disks, snapshots and images: layers of chunks, each over its parent. A snapshot freezes the layer and
 * gives the disk a new one on top, so nothing is copied until it is overwritten.
 */
export class Content {
  readonly #store: DriverStore
  readonly #blocks: BlockStore
  /** Serializes writes to one chunk; otherwise two concurrent partial writes would lose one of them. */
  readonly #lock = new KeyedLock()

  constructor(store: DriverStore, blocks: BlockStore) {
    this.#store = store
    this.#blocks = blocks
  }

  /** Creates a layer, or keeps an existing one. */
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
      // Only the first and the last piece can be partial chunks, so the others are consecutive.
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

  /** Makes the layer's own chunks durable. Parents were made durable when they became parents. */
  sync(layer: string): Promise<void> {
    return this.#blocks.sync(layer)
  }

  /**
   * Deletes layers that are not needed and under no other one, and then their parents that are not. The oldest goes first, so
   * that a retry finds the others after a crash.
   */
  async collect(isReleased: (layer: string) => boolean, needed: ReadonlySet<string>): Promise<void> {
    const layers = await this.#store.list(PREFIX)
    const parents = new Map(
      layers.map(({ key, value }) => [key.slice(PREFIX.length), (value as LayerRecord).parent]),
    )
    const released = new Set([...parents.keys()].filter(isReleased))
    const unused: string[] = []
    const nextUnused = () => {
      const used = new Set([...needed, ...parents.values()])
      return [...released].find((layer) => parents.has(layer) && !used.has(layer))
    }
    for (let layer = nextUnused(); layer !== undefined; layer = nextUnused()) {
      const parent = parents.get(layer)
      if (parent) released.add(parent)
      parents.delete(layer)
      unused.push(layer)
    }
    for (const layer of unused.toReversed()) {
      await this.#blocks.deleteVolume(layer)
      await this.#store.delete(PREFIX + layer)
    }
  }

  /** Writes a part of one chunk and keeps the rest. */
  async #writePart(layer: string, parent: string | null, { index, within, bytes }: Piece): Promise<void> {
    const before = await this.#chunk(layer, index, parent)
    if (!before && isZero(bytes)) return
    const chunk = before ? before.slice() : new Uint8Array(CHUNK_SIZE)
    chunk.set(bytes, within)
    await this.#blocks.write(layer, index, chunk)
  }

  /** Writes consecutive whole chunks, split only at zeros that hide nothing. */
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

/** Bytes for one chunk, starting at `within`. */
type Piece = { index: number; within: number; bytes: Uint8Array }

/** Splits a byte range at chunk boundaries. */
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

/** Whether all bytes are zeros. Compares four bytes at a time, and single bytes before and after the aligned part. */
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
