import { KeyedLock } from './lock.ts'
import type { LayerRecord } from './record.ts'
import { CHUNK_SIZE } from './store.ts'
import type { BlockStore, DriverStore } from './store.ts'

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
    const parts = split(offset, bytes.length).map(({ index, within, from, length }) =>
      this.#lock.run(`${layer}/${index}`, () =>
        this.#writePart({ layer, parent, index, within, part: bytes.subarray(from, from + length) }),
      ),
    )
    await Promise.all(parts)
  }

  async read(layer: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    for (const { index, within, from, length: size } of split(offset, length)) {
      const chunk = await this.#chunk(layer, index)
      if (chunk) bytes.set(chunk.subarray(within, within + size), from)
    }
    return bytes
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

  async #writePart(target: {
    layer: string
    parent: string | null
    index: number
    within: number
    part: Uint8Array
  }): Promise<void> {
    const { layer, parent, index, within, part } = target
    const whole = part.length === CHUNK_SIZE
    const before = whole && !isZero(part) ? undefined : await this.#chunk(layer, index, parent)
    if (!before && isZero(part)) return
    const chunk = before ? before.slice() : new Uint8Array(CHUNK_SIZE)
    chunk.set(part, within)
    await this.#blocks.write(layer, index, chunk)
  }

  async #chunk(layer: string, index: number, parent?: string | null): Promise<Uint8Array | undefined> {
    const own = await this.#blocks.read(layer, index)
    if (own) return own
    const under = parent === undefined ? await this.parent(layer) : parent
    return under === null ? undefined : this.#chunk(under, index)
  }
}

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

function isZero(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) if (bytes[index] !== 0) return false
  return true
}
