import type { Clock } from '@granary/compute/clock.ts'
import type { DriverLog } from '@granary/compute/host.ts'
import type { MachineReport } from '@granary/compute/machine.ts'
import type { HostNetworks } from '../network/host-networks.ts'
import type { Disks } from '../storage/disks.ts'
import type { LayerFiles } from '../storage/layer-files.ts'
import type { BootSlots } from './boot-slots.ts'
import type { Confine } from './confine.ts'
import type { FirmwareFiles, FirmwareKind } from './firmware.ts'
import type { MachineRecords } from './record.ts'
import type { Users } from './users.ts'

/** What machines share. */
export interface World {
  clock: Clock
  log: DriverLog
  records: MachineRecords
  disks: Disks
  files: LayerFiles
  networks: HostNetworks
  slots: BootSlots
  users: Users
  /** Folder with a folder for each machine. */
  folder: string
  sledId: string
  /** Identifies the time since the last restart of this host. */
  hostBoot: string
  acceleration: 'kvm' | 'emulated'
  /** Firmware of machines that are new. */
  firmware: FirmwareKind
  /** UEFI firmware of the host; undefined without any. */
  uefi: FirmwareFiles | undefined
  /** How long a guest may take to shut itself down; milliseconds. */
  stopGrace: number
  /** How long a guest may take to let go of a disk; milliseconds. */
  unplugGrace: number
  confine: Confine
  /** Bytes that the host can still store. */
  freeSpace: () => Promise<number>
  publish: (report: MachineReport) => void
}
