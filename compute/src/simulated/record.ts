import type { DiskSpec } from '../disk.ts'
import type { MachineSpec } from '../machine.ts'
import type { Phase } from './timeline.ts'

/** Record of a machine, under `machine/ID`. */
export interface MachineRecord {
  spec: MachineSpec
  /** Earliest time of a start. */
  definedAt: number
  everStarted: boolean
  phases: Phase[]
  /** Ids of the latest accepted reboots, oldest first. */
  rebootRequests: string[]
  /** The largest number of a power request; none before the first one. */
  lastRequest?: number
}

/** Record of a disk, under `disk/ID`. */
export interface DiskRecord {
  spec: DiskSpec
  /** The layer that receives its writes. */
  layer: string
}

/** Record of a snapshot or an image, under `snapshot/ID` or `image/ID`. */
export interface FrozenRecord {
  /** Bytes. */
  size: number
  /** The layer with its content, which is read-only now. */
  layer: string
  /** Its source: the disk of a snapshot, the snapshot of an image. */
  from: string
}

/** Record of a layer, under `layer/ID`. Blocks that it doesn't have are its parent's. */
export interface LayerRecord {
  parent: string | null
}
