import type { DiskStateName } from '@granary/domain/disk-states.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import type { CopyState } from '@granary/domain/snapshot-states.ts'
import { DiskStateBadge, InstanceStateBadge, SnapshotStateBadge } from '../../ui/state-badge.tsx'
import type { Recent } from './changed-kinds.tsx'

/** The state of a changed resource; nothing for kinds without states. */
export function StateOf({ change: { kind, state } }: { change: Recent }) {
  if (!state) return null
  if (kind === 'instance') return <InstanceStateBadge state={state as InstanceState} />
  if (kind === 'disk') return <DiskStateBadge state={state as DiskStateName} />
  return <SnapshotStateBadge state={state as CopyState} />
}
