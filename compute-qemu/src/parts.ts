import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DriverHost } from '@granary/compute/host.ts'
import type { MachineReport } from '@granary/compute/machine.ts'
import { describeHost, freeSpaceIn, hostBoot, identityOf } from './host.ts'
import { BootSlots } from './machines/boot-slots.ts'
import { openConfinement } from './machines/confine.ts'
import { findFirmware, type FirmwareKind } from './machines/firmware.ts'
import { MachineRecords } from './machines/record.ts'
import { Machines } from './machines/machines.ts'
import { Users } from './machines/users.ts'
import type { World } from './machines/world.ts'
import type { HostNetworks } from './network/host-networks.ts'
import { Ownership } from './ownership.ts'
import { Records } from './records.ts'
import { BlockDaemon } from './storage/block-daemon.ts'
import { Disks } from './storage/disks.ts'
import { LayerFiles } from './storage/layer-files.ts'

export interface QemuOptions {
  acceleration: 'kvm' | 'emulated'
  /** Why guests are emulated, as a sentence; null under KVM. */
  accelerationReason: string | null
  /** Firmware of new machines. */
  firmware: FirmwareKind
  /** How many machines boot side by side. */
  bootSlots: number
  /** How long a guest may take to shut itself down before it loses its power; milliseconds. */
  stopGrace: number
  /** How long a guest may take to let go of a disk; milliseconds. */
  unplugGrace: number
  /** Opens the networks of the host. @param folder of the driver, which this process owns. */
  openNetworks: (folder: string) => Promise<HostNetworks>
  /** Largest MTU of interfaces; bytes. */
  mtu: number
  /** How long the lease of a server lasts that does not renew it; milliseconds. */
  leasePeriod?: number
}

export type Parts = Awaited<ReturnType<typeof openParts>>

/**
 * Opens the folder of the driver, and creates the parts that work on it.
 * @param lost called when another server has taken over.
 * @throws Error with a sentence for people.
 */
export async function openParts(
  { clock, log, store, folder }: DriverHost,
  options: QemuOptions,
  lost: () => void,
) {
  if (folder === undefined) throw new Error('QEMU needs a folder for its disks')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const records = new Records(join(folder, 'records.sqlite'))
  const sledId = records.fact('sled', () => crypto.randomUUID())
  const boot = await hostBoot()
  const place = `${boot} ${await identityOf(folder)}`
  const period = options.leasePeriod
  const closing = (error: unknown) => {
    records.close()
    throw error
  }
  const ownership = await Ownership.take({ store, log, folder, sledId, place, lost, period }).catch(closing)
  const networks = await options.openNetworks(folder).catch(async (error: unknown) => {
    await ownership.end()
    return closing(error)
  })
  const listeners = new Set<(report: MachineReport) => void>()
  const machineFolder = join(folder, 'machines')
  await mkdir(machineFolder, { recursive: true, mode: 0o700 })
  const files = new LayerFiles(join(folder, 'layers'))
  const [users, confine] = [new Users(log), await openConfinement(log)]
  const daemon = new BlockDaemon({ folder: join(folder, 'block-server'), files, users, confine, log })
  const freeSpace = () => freeSpaceIn(folder)
  const holder: Machines['holder'] = (diskId) => machines.holder(diskId)
  const disks = new Disks({ records, files, daemon, holder, freeSpace })
  const world: World = {
    clock,
    log,
    records: new MachineRecords(records),
    disks,
    files,
    networks,
    slots: new BootSlots(options.bootSlots),
    users,
    folder: machineFolder,
    sledId,
    hostBoot: boot,
    acceleration: options.acceleration,
    firmware: options.firmware,
    uefi: findFirmware(),
    stopGrace: options.stopGrace,
    unplugGrace: options.unplugGrace,
    confine,
    freeSpace,
    publish: (report) => {
      for (const listener of listeners) listener(report)
    },
  }
  const sled = await describeHost({ id: sledId, folder, acceleration: options.acceleration })
  const machines = new Machines(world, async () => sled)
  await disks.open()
  const close = async () => {
    await machines.close()
    await daemon.close()
    await networks.close()
    await ownership.end()
    listeners.clear()
    records.close()
  }
  const claim = () => ownership.claim()
  return { machines, disks, networks, sled, listeners, claim, close }
}
