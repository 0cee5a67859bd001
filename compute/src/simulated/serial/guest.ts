import type { MachineSpec } from '../../machine.ts'
import type { Boot } from '../timeline.ts'

/** What the software inside a simulated machine can see of it. */
export interface Guest {
  spec: MachineSpec
  /** In the order of their device names; the boot disk comes first. */
  disks: GuestDisk[]
  boot: Boot
}

export interface GuestDisk {
  /** `vda`, `vdb` and so on. */
  device: string
  /** Bytes. */
  size: number
  readOnly: boolean
}

/** Describes a machine as its guest sees it. `sizes` has the size in bytes of each disk by its id. */
export function makeGuest(spec: MachineSpec, boot: Boot, sizes: Map<string, number>): Guest {
  const first = spec.disks.filter((disk) => disk.id === spec.bootDiskId)
  const others = spec.disks.filter((disk) => disk.id !== spec.bootDiskId)
  const disks = [...first, ...others].map((disk, index) => ({
    device: `vd${String.fromCharCode(97 + index)}`,
    size: sizes.get(disk.id) ?? 0,
    readOnly: disk.readOnly,
  }))
  return { spec, boot, disks }
}

/** Name of its operating system. A machine without a disk runs from memory. */
export function systemName({ spec, disks }: Guest): string {
  if (disks.length === 0) return 'Rescue system'
  if (!spec.guest) return 'Linux'
  const { os, version } = spec.guest
  return `${os.charAt(0).toUpperCase()}${os.slice(1)} ${version}`.trim()
}

/** Name of a network interface, by its index. */
export function nicDevice(index: number): string {
  return `ens${index + 3}`
}
