import { type DiskStateName, isDiskTransitional } from '@granary/domain/disk-states.ts'
import { type InstanceState, isTransitional } from '@granary/domain/instance-states.ts'
import type { CopyState } from '@granary/domain/snapshot-states.ts'
import type { ComponentProps } from 'react'
import { StateBadge } from './badge.tsx'

export type StateColor = ComponentProps<typeof StateBadge>['color']

/** The colour of each state of an instance. */
export const INSTANCE_COLORS: Record<InstanceState, StateColor> = {
  running: 'positive',
  creating: 'info',
  starting: 'info',
  rebooting: 'info',
  stopping: 'info',
  stopped: 'neutral',
  migrating: 'info',
  repairing: 'notice',
  failed: 'danger',
  destroyed: 'neutral',
}

/** The state of an instance. */
export const InstanceStateBadge = ({ state }: { state: InstanceState }) => (
  <StateBadge color={INSTANCE_COLORS[state]} transitional={isTransitional(state)}>
    {state}
  </StateBadge>
)

const DISK_COLORS: Record<DiskStateName, StateColor> = {
  attached: 'positive',
  creating: 'info',
  attaching: 'info',
  detaching: 'info',
  import_ready: 'info',
  finalizing: 'info',
  detached: 'neutral',
  destroyed: 'neutral',
  faulted: 'danger',
  maintenance: 'notice',
  importing_from_url: 'info',
  importing_from_bulk_writes: 'info',
}

/** The state of a disk, in words. */
export const DiskStateBadge = ({ state }: { state: DiskStateName }) => (
  <StateBadge color={DISK_COLORS[state]} transitional={isDiskTransitional(state)}>
    {state.replaceAll('_', ' ')}
  </StateBadge>
)

const SNAPSHOT_COLORS: Record<CopyState, StateColor> = {
  creating: 'info',
  ready: 'positive',
  faulted: 'danger',
  destroyed: 'neutral',
}

/** The state of a snapshot or an image. */
export const SnapshotStateBadge = ({ state }: { state: CopyState }) => (
  <StateBadge color={SNAPSHOT_COLORS[state]} transitional={state === 'creating'}>
    {state}
  </StateBadge>
)
