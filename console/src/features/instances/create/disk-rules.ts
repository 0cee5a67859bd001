import { MAX_DISKS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { type InstanceValues, nameOfDisk } from './values.ts'

/** Returns what is wrong with the additional disks, given the boot disk, which may have changed later; or null. */
export function disksProblem({
  disks,
  bootSource,
  bootDisk,
  bootName,
}: Pick<InstanceValues, 'disks' | 'bootSource' | 'bootDisk' | 'bootName'>): string | null {
  if (disks.length + 1 > MAX_DISKS_PER_INSTANCE)
    return `Cannot attach more than ${MAX_DISKS_PER_INSTANCE} disks to instance`
  const boot = bootSource === 'disk' ? bootDisk : bootName
  return boot && disks.some((disk) => nameOfDisk(disk) === boot) ? `${boot} is the boot disk already` : null
}
