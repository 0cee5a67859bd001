import type { DiskSpec } from '@granary/compute/disk.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { ToyTable } from './table.ts'

type ToyDisk = { spec: DiskSpec; blocks: Map<number, Uint8Array> }

/** Finds the machine that holds a disk, and whether it is running. */
type HolderOf = (diskId: string) => { id: string; up: boolean } | undefined

/** The disks of the toy driver: blocks in memory, and the machine that holds each disk. */
export class ToyDisks extends ToyTable<ToyDisk> {
  readonly #holderOf: HolderOf

  constructor(holderOf: HolderOf) {
    super('disk')
    this.#holderOf = holderOf
  }

  create(spec: DiskSpec): void {
    const existing = this.find(spec.id)
    if (existing && JSON.stringify(existing.spec) !== JSON.stringify(spec))
      throw new DriverError('invalid', `disk ${spec.id} exists with another content`)
    if (!existing) this.set(spec.id, { spec, blocks: new Map() })
  }

  remove(id: string): void {
    if (this.#holderOf(id)) throw new DriverError('invalid', `disk ${id} is attached`)
    this.delete(id)
  }

  /** @throws DriverError `not_found`; `invalid` when a machine other than `machineId` holds the disk. */
  requireFree(id: string, machineId: string): void {
    this.get(id)
    const holder = this.#holderOf(id)
    if (holder && holder.id !== machineId) throw new DriverError('invalid', `disk ${id} is attached`)
  }

  write(id: string, offset: number, bytes: Uint8Array): void {
    const { spec, blocks } = this.#range(id, offset, bytes.length)
    for (let at = 0; at < bytes.length; at += spec.blockSize)
      blocks.set(offset + at, bytes.slice(at, at + spec.blockSize))
  }

  read(id: string, offset: number, length: number): Uint8Array {
    const { spec, blocks } = this.#range(id, offset, length)
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += spec.blockSize) bytes.set(blocks.get(offset + at) ?? [], at)
    return bytes
  }

  #range(id: string, offset: number, length: number): ToyDisk {
    const disk = this.get(id)
    const { size, blockSize } = disk.spec
    const aligned = offset % blockSize === 0 && length % blockSize === 0
    if (!aligned || offset < 0 || offset + length > size)
      throw new DriverError('invalid', `${length} bytes at ${offset} are not blocks of disk ${id}`)
    if (this.#holderOf(id)?.up) throw new DriverError('invalid', `disk ${id} is in use`)
    return disk
  }
}
