import type { DiskSpec } from '../disk.ts'
import type { MachineSpec } from '../machine.ts'
import type { Phase } from './timeline.ts'

/** What the store keeps of a machine, under `machine/ID`. */
export interface MachineRecord {
  spec: MachineSpec
  /** From when on it could start. */
  definedAt: number
  everStarted: boolean
  phases: Phase[]
  /** Ids of the latest reboots that were taken, oldest first. */
  rebootRequests: string[]
}

/** What the store keeps of a disk, under `disk/ID`. */
export interface DiskRecord {
  spec: DiskSpec
  /** The layer that takes its writes. */
  layer: string
}

/** What the store keeps of a snapshot or an image, under `snapshot/ID` or `image/ID`. */
export interface FrozenRecord {
  /** Bytes. */
  size: number
  /** The layer that holds its content; nobody writes to it any more. */
  layer: string
  /** What it was made from: the disk of a snapshot, the snapshot of an image. */
  from: string
}

/** What the store keeps of a layer, under `layer/ID`: blocks that it does not hold are its parent's. */
export interface LayerRecord {
  parent: string | null
}
