import type { Component } from './component.ts'
import type { DiskSpec } from './disk.ts'
import type { MachineSpec, MachineState } from './machine.ts'

/** Images, snapshots, disks and machines of a data set. Their content is blank. */
export interface Seed {
  images?: { id: string; size: number }[]
  snapshots?: { id: string; size: number }[]
  disks?: DiskSpec[]
  machines?: SeedMachine[]
  /** The software of sleds and switches. */
  components?: Pick<Component, 'id' | 'version'>[]
}

export interface SeedMachine {
  spec: MachineSpec
  /** The machine stays in this state, even a transient one, until a command changes it. */
  state: MachineState
  since: Date
  reason?: string
}
