import type { DiskSource, DiskSpec } from '../disk.ts'
import { DriverError } from '../driver-error.ts'
import type { Content } from './content.ts'
import type { Holdings } from './holdings.ts'
import { KeyedLock, SharedLock } from '../lock.ts'
import type { Recheck } from './recheck.ts'
import type { DiskRecord, FrozenRecord } from './record.ts'
import type { DriverStore } from '../store.ts'

export interface DisksOptions {
  store: DriverStore
  content: Content
  holdings: Holdings
  recheck: Recheck
  /** Whether the machine that holds a disk has a process. Then only the machine may write to it. */
  isInUse: (diskId: string, machineId: string) => Promise<boolean>
}

/** The disks, snapshots and images of the simulated rack. */
export class Disks {
  readonly #options: DisksOptions
  /** Block writes of one disk run concurrently, but not while its layer changes. */
  readonly #lock = new SharedLock()
  readonly #releases = new KeyedLock()

  constructor(options: DisksOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const records = await this.#options.store.list('disk/')
    for (const { value } of records) this.#options.holdings.setDisk(value as DiskRecord)
  }

  async create(spec: DiskSpec): Promise<void> {
    const { store, content, holdings, recheck } = this.#options
    const existing = await this.find(spec.id)
    if (existing) return requireSame(`disk ${spec.id}`, existing.spec, spec)
    if (spec.size <= 0 || spec.size % spec.blockSize !== 0) {
      throw new DriverError(
        'invalid',
        `${spec.size} bytes are no whole number of blocks of ${spec.blockSize} bytes`,
      )
    }
    const source = await this.#source(spec.source)
    if (source && source.size > spec.size) {
      throw new DriverError(
        'invalid',
        `the source of disk ${spec.id} has ${source.size} bytes, the disk ${spec.size}`,
      )
    }
    await recheck(() => holdings.checkStorage(spec))
    await content.create(spec.id, source?.layer ?? null)
    const record: DiskRecord = { spec, layer: spec.id }
    await store.put(`disk/${spec.id}`, record)
    holdings.setDisk(record)
  }

  async delete(id: string): Promise<void> {
    const { holdings, recheck } = this.#options
    await recheck(() => holdings.requireFree(id))
    await this.#lock.exclusive(id, async () => {
      const record = await this.find(id)
      // With those of a creation or a snapshot that failed between two steps.
      const isOwn = (layer: string) => layer === record?.layer || layer === id || layer.startsWith(`${id}.`)
      await this.#release(`disk/${id}`, isOwn)
      holdings.forgetDisk(id)
    })
  }

  async snapshot({ id, diskId }: { id: string; diskId: string }): Promise<void> {
    const { store, content } = this.#options
    const existing = await this.#frozen('snapshot', id)
    if (existing) return requireSame(`snapshot ${id}`, existing.from, diskId)
    await this.#lock.exclusive(diskId, async () => {
      const disk = await this.#get(diskId)
      // Named after both ids and created in this order, so that a retry can continue after a crash between two steps.
      const top = `${diskId}.${id}`
      let layer: string | null = disk.layer
      if (disk.layer === top) {
        layer = await content.parent(top)
      } else {
        await content.sync(disk.layer)
        await content.create(top, disk.layer)
        await store.put(`disk/${diskId}`, { ...disk, layer: top } satisfies DiskRecord)
      }
      const record: FrozenRecord = { size: disk.spec.size, layer: layer ?? top, from: diskId }
      await store.put(`snapshot/${id}`, record)
    })
  }

  async createImage({ id, snapshotId }: { id: string; snapshotId: string }): Promise<void> {
    const existing = await this.#frozen('image', id)
    if (existing) return requireSame(`image ${id}`, existing.from, snapshotId)
    const snapshot = await this.#source({ kind: 'snapshot', snapshotId })
    const record = { ...snapshot, from: snapshotId }
    await this.#options.store.put(`image/${id}`, record)
  }

  async deleteFrozen(kind: 'snapshot' | 'image', id: string): Promise<void> {
    const record = await this.#frozen(kind, id)
    if (record) await this.#release(`${kind}/${id}`, (layer) => layer === record.layer)
  }

  async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    await this.#lock.shared(id, async () => {
      const record = await this.#unused(id, offset, bytes.length)
      await this.#options.content.write(record.layer, offset, bytes)
    })
  }

  async read(id: string, offset: number, length: number): Promise<Uint8Array> {
    return this.#lock.shared(id, async () => {
      const record = await this.#unused(id, offset, length)
      return this.#options.content.read(record.layer, offset, length)
    })
  }

  async sync(id: string): Promise<void> {
    await this.#lock.shared(id, async () => {
      const { layer } = await this.#get(id)
      await this.#options.content.sync(layer)
    })
  }

  async find(id: string): Promise<DiskRecord | undefined> {
    return (await this.#options.store.get(`disk/${id}`)) as DiskRecord | undefined
  }

  /** Stores an empty snapshot or image, for example for a data set. */
  async putFrozen(kind: 'snapshot' | 'image', id: string, size: number): Promise<void> {
    await this.#options.content.create(id, null)
    await this.#options.store.put(`${kind}/${id}`, { size, layer: id, from: id } satisfies FrozenRecord)
  }

  async #get(id: string): Promise<DiskRecord> {
    const record = await this.find(id)
    if (!record) throw new DriverError('not_found', `disk ${id} is unknown`)
    return record
  }

  async #frozen(kind: 'snapshot' | 'image', id: string): Promise<FrozenRecord | undefined> {
    return (await this.#options.store.get(`${kind}/${id}`)) as FrozenRecord | undefined
  }

  async #source(source: DiskSource): Promise<FrozenRecord | undefined> {
    if (source.kind === 'blank' || source.kind === 'importing') return undefined
    const id = source.kind === 'image' ? source.imageId : source.snapshotId
    const record = await this.#frozen(source.kind, id)
    if (!record) throw new DriverError('not_found', `${source.kind} ${id} is unknown`)
    return record
  }

  /** Returns the disk if the range is aligned to its blocks and no machine is using it. */
  async #unused(id: string, offset: number, length: number): Promise<DiskRecord> {
    const record = await this.#get(id)
    const { size, blockSize } = record.spec
    const whole = (value: number) => Number.isSafeInteger(value) && value >= 0 && value % blockSize === 0
    if (!whole(offset) || !whole(length) || offset + length > size) {
      throw new DriverError(
        'invalid',
        `${length} bytes at ${offset} are not whole blocks of ${blockSize} bytes within the ${size} bytes of disk ${id}`,
      )
    }
    const holder = this.#options.holdings.holder(id)
    if (holder !== undefined && (await this.#options.isInUse(id, holder))) {
      throw new DriverError('invalid', `disk ${id} is in use by machine ${holder}`)
    }
    return record
  }

  /**
   * Deletes a record after those of its layers that nothing else needs, so that a retry continues after a crash in between.
   * One at a time: of two that share a layer, the second one finds it unused.
   */
  async #release(key: string, isOwn: (layer: string) => boolean): Promise<void> {
    const { store, content } = this.#options
    await this.#releases.run('', async () => {
      const heads = await Promise.all(['disk/', 'snapshot/', 'image/'].map((prefix) => store.list(prefix)))
      const others = heads.flat().filter((head) => head.key !== key)
      const needed = new Set(others.map(({ value }) => (value as { layer: string }).layer))
      await content.collect(isOwn, needed)
      await store.delete(key)
    })
  }
}

/** Accepts a repeated creation, and refuses other content under the same id. */
function requireSame(what: string, existing: unknown, wished: unknown): void {
  if (canonical(existing) === canonical(wished)) return
  throw new DriverError('invalid', `${what} already exists with different content`)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
