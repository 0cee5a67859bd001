import { DriverError } from '@granary/compute/driver-error.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { DriverHost } from '@granary/compute/host.ts'
import { type Acceleration, probeAcceleration } from './acceleration.ts'
import { openQemuDriver } from './driver.ts'
import { decideFirmware, findFirmware, type FirmwareKind } from './machines/firmware.ts'
import { openHostNetworks } from './network/open.ts'
import { guestResolvers } from './resolvers.ts'

/** How long a guest may take to shut itself down; milliseconds. */
const STOP_GRACE = 60_000
/** How long a guest may take to let go of a disk; milliseconds. */
const UNPLUG_GRACE = 30_000
/** MTU of machines' interfaces, as of Ethernet; bytes. */
const MTU = 1_500

interface HostOptions {
  acceleration: 'auto' | 'kvm' | 'emulated'
  bootSlots: number
  /** The interface of this host for external addresses; null for forwarded ports. */
  externalInterface: string | null
  firmware: FirmwareKind | 'auto'
}

/**
 * Opens the driver with the means of this host.
 * @throws Error with a sentence for people; a DriverError `invalid` if a setting can't be followed here.
 */
export async function openQemuOnThisHost(
  host: DriverHost,
  { acceleration, bootSlots, externalInterface, firmware }: HostOptions,
): Promise<ComputeDriver> {
  if (externalInterface !== null && process.getuid?.() !== 0)
    throw new DriverError(
      'invalid',
      `only root can put external addresses on the network of "${externalInterface}": run the server as root, or leave the setting --external-interface out`,
    )
  const { kind, reason } = await decide(acceleration)
  const dnsServers = await guestResolvers(host.log)
  return openQemuDriver(host, {
    acceleration: kind,
    accelerationReason: reason ?? null,
    firmware: decideFirmware(firmware, kind, findFirmware()),
    bootSlots,
    stopGrace: STOP_GRACE,
    unplugGrace: UNPLUG_GRACE,
    openNetworks: (folder) =>
      openHostNetworks({ folder, guests: { dnsServers, mtu: MTU }, uplink: externalInterface }),
    mtu: MTU,
  })
}

async function decide(wanted: HostOptions['acceleration']): Promise<Acceleration> {
  if (wanted === 'auto') return probeAcceleration()
  if (wanted === 'kvm') return { kind: 'kvm' }
  return { kind: 'emulated', reason: 'The setting --qemu-acceleration asks for it.' }
}
