import { type DiskStateName, diskActionReason } from '@granary/domain/disk-states.ts'
import {
  type InstanceAction,
  type InstanceState,
  instanceActionAllowed,
} from '@granary/domain/instance-states.ts'

const BOOT = 'The instance must be stopped before its boot disk can change'

const unless = (action: InstanceAction, state: InstanceState, reason: string): string | null =>
  instanceActionAllowed(action, state) ? null : reason

/** Returns why the boot disk of an instance can't be unset, or null. */
export const unsetBootReason = (state: InstanceState): string | null => unless('boot_disk', state, BOOT)

/** Returns why a disk can't become the boot disk, or null. */
export const setBootReason = (state: InstanceState, disk: DiskStateName): string | null =>
  unless('boot_disk', state, BOOT) ?? diskActionReason('set_boot_disk', disk)

/** @param hotplug whether the driver moves disks of running machines. */
const isHot = (state: InstanceState, hotplug: boolean): boolean => hotplug && state === 'running'

/** Returns why an additional disk can't be detached, or null. */
export const detachReason = (state: InstanceState, disk: DiskStateName, hotplug: boolean): string | null =>
  (isHot(state, hotplug)
    ? null
    : unless('detach_disk', state, 'The instance must be stopped before a disk can be detached')) ??
  // Faulted and attaching disks can be detached too.
  (disk === 'creating' || disk === 'faulted' ? null : diskActionReason('detach', disk))

/** Why the boot disk can't be detached in any state. */
export const DETACH_BOOT = 'The boot disk must be unset before it can be detached'

/** Returns why no disk can be attached, or null. @param what 'attach', or 'create and attach'. */
export const attachReason = (state: InstanceState, what: string, hotplug: boolean): string | null =>
  isHot(state, hotplug)
    ? null
    : unless('attach_disk', state, `The instance must be stopped to ${what} a disk`)
