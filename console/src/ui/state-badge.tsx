import { type DiskStateName, isDiskTransitional } from '@granary/domain/disk-states.ts'
import { type InstanceState, isTransitional } from '@granary/domain/instance-states.ts'
import type { CopyState } from '@granary/domain/snapshot-states.ts'
import type { ComponentProps } from 'react'
import { StateBadge } from './badge.tsx'
import { useSeenTime } from './format/time-ago.tsx'
import { isLate, MAX_TRANSFER } from './late.ts'

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

type InstanceStateProps = {
  state: InstanceState
  /** Since when it is in this state. */
  since?: Date
}

/** The state of an instance. One that passes by itself is amber when it lasts too long. */
export function InstanceStateBadge({ state, since }: InstanceStateProps) {
  const isPassing = isTransitional(state)
  const late = isLate(useSeenTime(), since)
  return (
    <StateBadge color={isPassing && late ? 'notice' : INSTANCE_COLORS[state]} transitional={isPassing}>
      {state}
    </StateBadge>
  )
}

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

/**
 * The state of a disk, in words. @param since when it was created: the state `creating`, and those of an upload, are amber when they
 * last too long.
 */
export function DiskStateBadge({ state, since }: { state: DiskStateName; since?: Date }) {
  const isUpload = /^(import|final)/.test(state)
  const late = isLate(useSeenTime(), since, isUpload ? MAX_TRANSFER : undefined)
  return (
    <StateBadge
      color={late && (isUpload || state === 'creating') ? 'notice' : DISK_COLORS[state]}
      transitional={isDiskTransitional(state)}
    >
      {state.replaceAll('_', ' ')}
    </StateBadge>
  )
}

const SNAPSHOT_COLORS: Record<CopyState, StateColor> = {
  creating: 'info',
  ready: 'positive',
  faulted: 'danger',
  destroyed: 'neutral',
}

/** The state of a snapshot or an image. @param since when it was created: the state `creating` is amber when it lasts too long. */
export function SnapshotStateBadge({ state, since }: { state: CopyState; since?: Date }) {
  const isPassing = state === 'creating'
  const late = isLate(useSeenTime(), since)
  return (
    <StateBadge color={isPassing && late ? 'notice' : SNAPSHOT_COLORS[state]} transitional={isPassing}>
      {state}
    </StateBadge>
  )
}
