import type { MachineSpec } from '../../machine.ts'
import type { Boot } from '../timeline.ts'

/** What the software inside a simulated machine can see of it. */
export interface Guest {
  spec: MachineSpec
  /** Bytes of the boot disk; null for a machine without a disk. */
  diskSize: number | null
  boot: Boot
}

/** Name of its operating system. A machine without a disk runs from memory. */
export function systemName({ spec, diskSize }: Guest): string {
  if (diskSize === null) return 'Rescue system'
  if (!spec.guest) return 'Linux'
  const { os, version } = spec.guest
  return `${os.charAt(0).toUpperCase()}${os.slice(1)} ${version}`.trim()
}
