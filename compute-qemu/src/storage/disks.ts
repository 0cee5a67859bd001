import type { DiskSpec } from '@granary/compute/disk.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { KeyedLock, SharedLock } from '@granary/compute/lock.ts'
import { isDeepStrictEqual } from 'node:util'
import { type DiskRecord, DiskRecords, type FrozenKind } from './disk-records.ts'
import type { Records } from '../records.ts'
import type { BlockDaemon } from './block-daemon.ts'
import { type LayerFiles, newLayerId } from './layer-files.ts'
import { NbdError, type Nbd } from '../nbd.ts'

/** The machine that holds a disk. */
export interface Holder {
  id: string
  name: string
  /** Whether it has a process, which alone may use the disk. */
  isUp: boolean
  /**
   * Makes a running machine write to the layer `next` instead of `layer`, at one moment for all of the disk. Does nothing if it does so
   * already.
   */
  switchLayer(diskId: string, layer: string, next: string): Promise<void>
  /** Copies the blocks of all layers of a disk into the last one, which is the first of the chain. */
  mergeLayers(chain: readonly string[]): Promise<void>
}

export interface DisksOptions {
  records: Records
  files: LayerFiles
  daemon: BlockDaemon
  holder: (diskId: string) => Holder | undefined
  /** Bytes that the host can still store. */
  freeSpace: () => Promise<number>
}

const LAYERS = 'layers'
/** Layers of a disk that lead to a merge: opening and reading take longer with each. */
const MAX_CHAIN = 32
/** Room that must be left for another empty layer; bytes. */
const MIN_FREE = 16 * 1024 * 1024

/** The disks, snapshots and images, as chains of layers. */
export class Disks {
  readonly #options: DisksOptions
  readonly #records: DiskRecords
  /** Reads and writes of one disk run side by side, but not while its layer or its user changes. */
  readonly #lock = new SharedLock()
  /** What makes and deletes layers takes turns: it takes milliseconds. */
  readonly #layers = new KeyedLock()

  constructor(options: DisksOptions) {
    this.#options = options
    this.#records = new DiskRecords(options.records)
  }

  /** Deletes files that no record names. */
  open(): Promise<void> {
    return this.#options.files.open(this.#records.layers())
  }

  /**
   * Ends snapshots that a crash interrupted between two steps. Callers have found the machines again. One that can't be ended, such as
   * that of a machine which does not answer, is ended before the disk is used.
   * @returns the disks of such snapshots, with the errors.
   */
  async finishSnapshots(): Promise<{ disk: string; error: unknown }[]> {
    const left: { disk: string; error: unknown }[] = []
    for (const disk of this.#records.switching())
      await this.exclusive([disk], async () => {}).catch((error: unknown) => left.push({ disk, error }))
    return left
  }

  async create(spec: DiskSpec): Promise<void> {
    await this.#layers.run(LAYERS, async () => {
      const existing = this.find(spec.id)
      if (existing) return requireSame(`disk ${spec.id}`, existing.spec, spec)
      if (spec.size <= 0 || spec.size % spec.blockSize !== 0)
        throw new DriverError(
          'invalid',
          `${spec.size} bytes are no whole number of blocks of ${spec.blockSize} bytes`,
        )
      const source = this.#records.source(spec.source)
      if (source && source.size > spec.size)
        throw new DriverError(
          'invalid',
          `the source of disk ${spec.id} has ${source.size} bytes, the disk ${spec.size}`,
        )
      await this.#requireSpace()
      const [layer, parent] = [newLayerId(), source?.layer ?? null]
      await this.#options.files.create(layer, spec.size, parent)
      this.#records.addDisk(spec, layer, parent)
    })
  }

  async delete(id: string): Promise<void> {
    const holder = this.#options.holder(id)
    if (holder) throw new DriverError('invalid', `disk ${id} is attached to machine ${holder.name}`)
    await this.exclusive([id], () => this.#deleteFiles(this.#records.deleteDisk(id)))
  }

  async snapshot({ id, diskId }: { id: string; diskId: string }): Promise<void> {
    if (this.chain(diskId).length >= MAX_CHAIN && !this.#records.frozen('snapshot', id))
      await this.#merge(diskId).catch(orFull)
    await this.#alone(diskId, async () => {
      const existing = this.#records.frozen('snapshot', id)
      if (existing) return requireSame(`snapshot ${id}`, existing.source, diskId)
      const disk = this.#records.get(diskId)
      await this.#requireSpace()
      await this.#layers.run(LAYERS, async () => {
        const next = newLayerId()
        await this.#options.files.create(next, disk.spec.size, disk.layer)
        this.#records.beginSwitch(diskId, next)
      })
      await this.#switch(diskId, id)
    })
  }

  createImage({ id, snapshotId }: { id: string; snapshotId: string }): Promise<void> {
    return this.#layers.run(LAYERS, async () => {
      const existing = this.#records.frozen('image', id)
      if (existing) return requireSame(`image ${id}`, existing.source, snapshotId)
      const snapshot = this.#records.source({ kind: 'snapshot', snapshotId })!
      this.#records.addFrozen('image', id, { ...snapshot, source: snapshotId })
    })
  }

  deleteFrozen(kind: FrozenKind, id: string): Promise<void> {
    return this.#layers.run(LAYERS, () => this.#deleteFiles(this.#records.deleteFrozen(kind, id)))
  }

  async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    await this.#use(id, { offset, length: bytes.length }, (nbd) => nbd.write(offset, bytes))
  }

  read(id: string, offset: number, length: number): Promise<Uint8Array> {
    return this.#use(id, { offset, length }, (nbd) => nbd.read(offset, length))
  }

  async sync(id: string): Promise<void> {
    const { spec } = this.#records.get(id)
    // QEMU carries out the guest's own requests to sync.
    if (this.#options.holder(id)?.isUp) return
    await this.#use(id, { offset: 0, length: spec.blockSize }, (nbd) => nbd.flush())
  }

  find(id: string): DiskRecord | undefined {
    return this.#records.find(id)
  }

  /** Returns the layers of a disk, the one that receives its writes first. @throws DriverError `not_found`. */
  chain(id: string): string[] {
    return this.#records.chain(id)
  }

  /**
   * Runs work while nothing else reads, writes or snapshots the disks, and the server does not have their files open. No snapshot of
   * them is half made.
   */
  exclusive<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
    // In one order everywhere, so that there are no deadlocks.
    const [id, ...others] = ids.toSorted()
    if (id === undefined) return this.#layers.run(LAYERS, work)
    return this.#alone(id, () => this.exclusive(others, work))
  }

  /** The same for one disk, while layers of others may be made and deleted: a machine that hangs delays no other one. */
  #alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#lock.exclusive(id, async () => {
      const disk = this.find(id)
      if (disk) await this.#options.daemon.release(disk.layer).catch(orFull)
      if (disk && disk.next !== null) await this.#switch(id)
      return work()
    })
  }

  /** Makes the layers of a disk one. Its blocks are copied, so it takes as long as that, and a running machine runs on. */
  #merge(id: string): Promise<void> {
    return this.#alone(id, async () => {
      const [chain, user] = [this.chain(id), this.#options.holder(id)]
      await (user?.isUp ? user.mergeLayers(chain) : this.#options.daemon.merge(chain))
      await this.#layers.run(LAYERS, () => this.#deleteFiles(this.#records.endMerge(id)))
    })
  }

  /** The second half of a snapshot, which can be repeated: from then on the disk writes to its next layer. */
  async #switch(id: string, snapshotId?: string): Promise<void> {
    const { layer, next } = this.#records.get(id)
    if (next === null) return
    const user = this.#options.holder(id)
    if (user?.isUp) await user.switchLayer(id, layer, next)
    await this.#layers.run(LAYERS, async () => {
      await this.#options.files.freeze(layer)
      this.#records.endSwitch(id, snapshotId)
    })
  }

  async #use<T>(
    id: string,
    range: { offset: number; length: number },
    work: (nbd: Nbd) => Promise<T>,
  ): Promise<T> {
    if (this.find(id)?.next) await this.exclusive([id], async () => {})
    return this.#lock.shared(id, async () => {
      const disk = this.#unused(id, range.offset, range.length)
      return this.#options.daemon.use(this.chain(disk.spec.id), work).catch(orFull)
    })
  }

  /** Returns the disk if the range is aligned to its blocks and no machine is using it. */
  #unused(id: string, offset: number, length: number): DiskRecord {
    const record = this.#records.get(id)
    const { size, blockSize } = record.spec
    const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0 && value % blockSize === 0
    if (!isWhole(offset) || !isWhole(length) || offset + length > size)
      throw new DriverError(
        'invalid',
        `${length} bytes at ${offset} are not whole blocks of ${blockSize} bytes within the ${size} bytes of disk ${id}`,
      )
    const holder = this.#options.holder(id)
    if (holder?.isUp) throw new DriverError('invalid', `disk ${id} is in use by machine ${holder.name}`)
    return record
  }

  async #requireSpace(): Promise<void> {
    if ((await this.#options.freeSpace()) < MIN_FREE) throw storageFull()
  }

  async #deleteFiles(layers: readonly string[]): Promise<void> {
    for (const layer of layers) await this.#options.files.delete(layer)
  }
}

function storageFull(cause?: Error): DriverError {
  return new DriverError('insufficient_capacity', 'the storage of this host is full', { cause })
}

/** Names a full host as the reason of a failed operation. */
function orFull(error: unknown): never {
  throw error instanceof NbdError && error.isFull ? storageFull(error) : error
}

/** Accepts a repeated creation, and refuses other content under the same id. */
function requireSame(what: string, existing: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(existing, wanted)) return
  throw new DriverError('invalid', `${what} already exists with different content`)
}
