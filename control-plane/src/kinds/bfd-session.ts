import type { BfdSession } from '@granary/compute/bfd.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { BfdSessionRow } from '../database/schema.ts'
import { logged } from '../kit/resources/logged.ts'

/** Returns a session as the driver and the API describe it. */
export const bfdSessionView = (row: BfdSessionRow): BfdSession => ({
  switchSlot: row.switch_slot,
  peer: fromFixedWidth(row.remote),
  local: row.local && fromFixedWidth(row.local),
  detectionThreshold: row.detection_threshold,
  requiredRx: row.required_rx,
  mode: row.mode,
})

/** A BFD session of a switch with a router. */
export const bfdSession = logged({
  kind: 'bfd-session',
  table: 'bfd_session',
  view: bfdSessionView,
})
