import type { ItemOf } from '@granary/contract/call.ts'
import { Badge } from '../../ui/badge.tsx'

/** The type of a disk: distributed over several sleds, or local on the sled of its instance. */
export const DiskTypeBadge = ({ type }: { type: ItemOf<'diskList'>['diskType'] }) => (
  <Badge color="neutral">{type}</Badge>
)

/** Marks a read-only disk. Renders nothing for others. */
export const ReadOnlyBadge = ({ of }: { of: { readOnly: boolean } }) =>
  of.readOnly ? <Badge color="neutral">Read only</Badge> : null
