import type { DiskSource, DiskSpec } from '@granary/compute/disk.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { Records } from '../records.ts'

export interface DiskRecord {
  spec: DiskSpec
  /** The layer that receives its writes. */
  layer: string
  /** The layer that is about to receive them, while a snapshot is made. */
  next: string | null
}

/** Record of a snapshot or an image. */
export interface FrozenRecord {
  layer: string
  /** Bytes. */
  size: number
  /** The disk of a snapshot, the snapshot of an image. */
  source: string
}

export type FrozenKind = 'snapshot' | 'image'

type DiskRow = { layer: string; next: string | null; spec: string }

/** The records of disks, snapshots and images, and of the layers that they consist of. */
export class DiskRecords {
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  find(id: string): DiskRecord | undefined {
    const row = this.#records.get<DiskRow>('select layer, next, spec from disks where id = ?', id)
    return row && { ...row, spec: JSON.parse(row.spec) as DiskSpec }
  }

  /** @throws DriverError `not_found`. */
  get(id: string): DiskRecord {
    const record = this.find(id)
    if (!record) throw new DriverError('not_found', `disk ${id} is unknown`)
    return record
  }

  frozen(kind: FrozenKind, id: string): FrozenRecord | undefined {
    return this.#records.get<FrozenRecord & Record<string, unknown>>(
      'select layer, size, source from frozen where kind = ? and id = ?',
      kind,
      id,
    )
  }

  /** Returns what a new disk begins with; undefined for a blank one. @throws DriverError `not_found`. */
  source(source: DiskSource): FrozenRecord | undefined {
    if (source.kind === 'blank' || source.kind === 'importing') return undefined
    const id = source.kind === 'image' ? source.imageId : source.snapshotId
    const record = this.frozen(source.kind, id)
    if (!record) throw new DriverError('not_found', `${source.kind} ${id} is unknown`)
    return record
  }

  /** Returns the layers of a disk, the one that receives its writes first. @throws DriverError `not_found`. */
  chain(id: string): string[] {
    const chain: string[] = []
    const parent = (layer: string) =>
      this.#records.get<{ parent: string | null }>('select parent from layers where id = ?', layer)!.parent
    for (let layer: string | null = this.get(id).layer; layer !== null; layer = parent(layer))
      chain.push(layer)
    return chain
  }

  /** Records a disk with a new layer on top of `parent`. */
  addDisk(spec: DiskSpec, layer: string, parent: string | null): void {
    this.#records.transaction(() => {
      this.#addLayer(layer, parent)
      this.#records.run(
        'insert into disks (id, layer, spec) values (?, ?, ?)',
        spec.id,
        layer,
        JSON.stringify(spec),
      )
    })
  }

  addFrozen(kind: FrozenKind, id: string, { layer, size, source }: FrozenRecord): void {
    const sql = 'insert into frozen (kind, id, layer, size, source) values (?, ?, ?, ?, ?)'
    this.#records.run(sql, kind, id, layer, size, source)
  }

  /** Records that the writes of a disk are about to go to a new layer. */
  beginSwitch(diskId: string, next: string): void {
    this.#records.transaction(() => {
      this.#addLayer(next, this.get(diskId).layer)
      this.#records.run('update disks set next = ? where id = ?', next, diskId)
    })
  }

  /** Records that the writes of a disk go to its next layer, and the snapshot that has the earlier ones. */
  endSwitch(diskId: string, snapshotId?: string): void {
    this.#records.transaction(() => {
      const { layer, spec } = this.get(diskId)
      this.#records.run('update disks set layer = next, next = null where id = ?', diskId)
      if (snapshotId !== undefined)
        this.addFrozen('snapshot', snapshotId, { layer, size: spec.size, source: diskId })
    })
  }

  /** Records that the last layer of a disk has all of its blocks, and returns the layers that nothing needs any more. */
  endMerge(diskId: string): string[] {
    return this.#records.transaction(() => {
      this.#records.run('update layers set parent = null where id = ?', this.get(diskId).layer)
      return this.#collect()
    })
  }

  /** Returns the disks between `beginSwitch` and `endSwitch`. */
  switching(): string[] {
    const rows = this.#records.all<{ id: string }>('select id from disks where next is not null')
    return rows.map(({ id }) => id)
  }

  /** Deletes the record of a disk, and returns the layers that nothing needs any more. */
  deleteDisk(id: string): string[] {
    return this.#records.transaction(() => {
      this.#records.run('delete from disks where id = ?', id)
      return this.#collect()
    })
  }

  deleteFrozen(kind: FrozenKind, id: string): string[] {
    return this.#records.transaction(() => {
      this.#records.run('delete from frozen where kind = ? and id = ?', kind, id)
      return this.#collect()
    })
  }

  /** Returns every layer. */
  layers(): Set<string> {
    return new Set(this.#records.all<{ id: string }>('select id from layers').map(({ id }) => id))
  }

  #addLayer(id: string, parent: string | null): void {
    this.#records.run('insert into layers (id, parent) values (?, ?)', id, parent)
  }

  /** Deletes the records of layers that nothing refers to. Their parents may follow. */
  #collect(): string[] {
    const sql = `delete from layers where id not in (select layer from disks)
      and id not in (select next from disks where next is not null)
      and id not in (select layer from frozen)
      and id not in (select parent from layers where parent is not null) returning id`
    const all: string[] = []
    for (;;) {
      const some = this.#records.all<{ id: string }>(sql)
      if (some.length === 0) return all
      all.push(...some.map(({ id }) => id))
    }
  }
}
