import { type DiskStateName, diskActionReason } from '@granary/domain/disk-states.ts'
import {
  type InstanceAction,
  type InstanceState,
  instanceActionAllowed,
} from '@granary/domain/instance-states.ts'

const BOOT = 'The instance must be stopped before its boot disk can change'

const unless = (action: InstanceAction, state: InstanceState, reason: string): string | null =>
  instanceActionAllowed(action, state) ? null : reason

/** Why the boot disk of an instance cannot be unset now, or null. */
export const unsetBootReason = (state: InstanceState): string | null => unless('boot_disk', state, BOOT)

/** Why a disk cannot become the boot disk now, or null. */
export const setBootReason = (state: InstanceState, disk: DiskStateName): string | null =>
  unless('boot_disk', state, BOOT) ?? diskActionReason('set_boot_disk', disk)

/** Why a disk that the instance does not boot from cannot be detached now, or null. */
export const detachReason = (state: InstanceState, disk: DiskStateName): string | null =>
  unless('detach_disk', state, 'The instance must be stopped before a disk can be detached') ??
  // One that is broken or still on its way is let go like any other.
  (disk === 'creating' || disk === 'faulted' ? null : diskActionReason('detach', disk))

/** The boot disk is never detached as it is. */
export const DETACH_BOOT = 'The boot disk must be unset before it can be detached'

/** Why no disk can be attached now, or null. @param what 'attach', or 'create and attach'. */
export const attachReason = (state: InstanceState, what: string): string | null =>
  unless('attach_disk', state, `The instance must be stopped to ${what} a disk`)
