import type { ItemOf } from '@granary/contract/call.ts'
import { Badge } from '../../ui/badge.tsx'

/** How a disk is kept: its blocks over several sleds, or all on the sled of its instance. */
export const DiskTypeBadge = ({ type }: { type: ItemOf<'diskList'>['diskType'] }) => (
  <Badge color="neutral">{type}</Badge>
)

/** Says of a disk that it cannot be written to; nothing of any other. */
export const ReadOnlyBadge = ({ of }: { of: { readOnly: boolean } }) =>
  of.readOnly ? <Badge color="neutral">Read only</Badge> : null
