import { join } from 'node:path'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { DriverHost } from '@granary/compute/host.ts'
import { openQemuOnThisHost } from '@granary/compute-qemu/open.ts'
import { missingRequirements } from '@granary/compute-qemu/requirements.ts'
import { openSimulatedDriver } from '@granary/compute/simulated/driver.ts'
import { simulatedRack } from '@granary/compute/simulated/rack.ts'
import { type Setting, setting, type ValueOf } from './settings/setting.ts'
import { networkInterface, number, oneOf } from './settings/setting-kinds.ts'

/** A driver that `--compute` can name: its own settings, and how it is opened with their values. */
export type DriverChoice<Own extends Record<string, Setting> = Record<string, Setting>> = {
  settings: Own
  /** Returns what this computer lacks to run it, as sentences for operators. Without it, the driver runs anywhere. */
  lacks?(): Promise<string[]>
  open(host: DriverHost, values: { [Name in keyof Own]: ValueOf<Own[Name]> }): Promise<ComputeDriver>
}

/** Infers the types of a driver's settings. */
const choice = <Own extends Record<string, Setting>>(driver: DriverChoice<Own>) => driver

/** Every driver of this server, by the name that `--compute` gives it. docs/adding-a-driver.md walks through a new one. */
export const DRIVERS = {
  qemu: choice({
    settings: {
      qemuAcceleration: setting(
        {
          flag: '--qemu-acceleration',
          variable: 'GRANARY_QEMU_ACCELERATION',
          meaning: 'what runs the processors of machines: hardware (kvm) or software (emulated)',
          initial: 'auto',
        },
        oneOf('auto', 'kvm', 'emulated'),
      ),
      qemuBootSlots: setting(
        {
          flag: '--qemu-boot-slots',
          variable: 'GRANARY_QEMU_BOOT_SLOTS',
          meaning: 'machines that boot side by side, the others wait',
          initial: '2',
        },
        number(1, 64),
      ),
      qemuFirmware: setting(
        {
          flag: '--qemu-firmware',
          variable: 'GRANARY_QEMU_FIRMWARE',
          meaning: 'what new machines boot by',
          initial: 'auto',
        },
        oneOf('auto', 'bios', 'uefi'),
      ),
      externalInterface: setting(
        {
          flag: '--external-interface',
          variable: 'GRANARY_EXTERNAL_INTERFACE',
          meaning:
            'network interface or bridge of the host whose network has the addresses of the IP pools, needs root',
          otherwise: 'open ports of external addresses on 127.64.0.0 to 127.127.255.255',
        },
        networkInterface,
      ),
    },
    lacks: missingRequirements,
    open: (host, { qemuAcceleration, qemuBootSlots, qemuFirmware, externalInterface }) =>
      openQemuOnThisHost(host, {
        acceleration: qemuAcceleration,
        bootSlots: qemuBootSlots,
        firmware: qemuFirmware,
        externalInterface,
      }),
  }),
  simulated: choice({
    settings: {
      simulatedSleds: setting(
        {
          flag: '--simulated-sleds',
          variable: 'GRANARY_SIMULATED_SLEDS',
          meaning: 'hosts of the simulated rack, 128 threads and 1 TiB each',
          initial: '16',
        },
        number(1, 1_024),
      ),
    },
    open: (host, { simulatedSleds }) =>
      openSimulatedDriver({ ...host, sleds: simulatedRack(simulatedSleds), timings: { serialEchoDelay: 0 } }),
  }),
}

/** The drivers that `--compute auto` tries, in order. The last one lacks nothing. */
export const AUTOMATIC: readonly string[] = ['qemu', 'simulated']

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** The settings of all drivers together. A driver that is not chosen ignores its own. */
export const DRIVER_SETTINGS = Object.assign(
  {},
  ...Object.values(DRIVERS).map(({ settings }) => settings),
) as Intersection<(typeof DRIVERS)[keyof typeof DRIVERS]['settings']>

/**
 * Opens a driver of the list.
 * @param values the values of its settings, among others.
 * @param host with a folder for all drivers, in which each has one of its own.
 */
export function openDriver(
  name: string,
  values: object,
  host: DriverHost,
  drivers: Record<string, DriverChoice>,
): Promise<ComputeDriver> {
  const folder = host.folder && join(host.folder, name)
  return drivers[name]!.open({ ...host, folder }, values as Record<string, never>)
}
