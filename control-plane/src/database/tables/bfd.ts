import type { FixedAddress, Id } from './values.ts'

export type BfdSessionRow = {
  id: Id
  switch_slot: 'switch0' | 'switch1'
  remote: FixedAddress
  local: FixedAddress | null
  detection_threshold: number
  /** Microseconds. */
  required_rx: number
  mode: 'single_hop' | 'multi_hop'
}

export type BfdTables = { bfd_session: BfdSessionRow }
