import { type DiskStateName, isDiskTransitional } from '@granary/domain/disk-states.ts'
import { type InstanceState, isTransitional } from '@granary/domain/instance-states.ts'
import type { CopyState } from '@granary/domain/snapshot-states.ts'
import { type BadgeColor, StateBadge } from './badge.tsx'

const INSTANCE_COLORS: Record<InstanceState, BadgeColor> = {
  running: 'default',
  creating: 'default',
  starting: 'info',
  rebooting: 'info',
  stopping: 'neutral',
  stopped: 'neutral',
  migrating: 'change',
  repairing: 'notice',
  failed: 'danger',
  destroyed: 'danger',
}

/** The state of an instance. */
export const InstanceStateBadge = ({ state }: { state: InstanceState }) => (
  <StateBadge color={INSTANCE_COLORS[state]} transitional={isTransitional(state)}>
    {state}
  </StateBadge>
)

const DISK_COLORS: Record<DiskStateName, BadgeColor> = {
  attached: 'default',
  creating: 'default',
  attaching: 'info',
  detaching: 'info',
  import_ready: 'info',
  finalizing: 'info',
  detached: 'neutral',
  destroyed: 'danger',
  faulted: 'danger',
  maintenance: 'notice',
  importing_from_url: 'change',
  importing_from_bulk_writes: 'change',
}

/** The state of a disk, in words. */
export const DiskStateBadge = ({ state }: { state: DiskStateName }) => (
  <StateBadge color={DISK_COLORS[state]} transitional={isDiskTransitional(state)}>
    {state.replaceAll('_', ' ')}
  </StateBadge>
)

const SNAPSHOT_COLORS: Record<CopyState, BadgeColor> = {
  creating: 'default',
  ready: 'default',
  faulted: 'danger',
  destroyed: 'neutral',
}

/** The state of a snapshot or an image. */
export const SnapshotStateBadge = ({ state }: { state: CopyState }) => (
  <StateBadge color={SNAPSHOT_COLORS[state]} transitional={state === 'creating'}>
    {state}
  </StateBadge>
)
