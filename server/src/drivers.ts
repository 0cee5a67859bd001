import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { DriverHost } from '@granary/compute/host.ts'
import { openSimulatedDriver } from '@granary/compute/simulated/driver.ts'
import { simulatedRack } from '@granary/compute/simulated/rack.ts'
import { type Setting, setting, type ValueOf } from './setting.ts'
import { number } from './setting-kinds.ts'

/** A driver that `--compute` can name: its own settings, and how it is opened with their values. */
export type DriverChoice<Own extends Record<string, Setting> = Record<string, Setting>> = {
  settings: Own
  open(host: DriverHost, values: { [Name in keyof Own]: ValueOf<Own[Name]> }): Promise<ComputeDriver>
}

/** Infers the types of a driver's settings. */
const choice = <Own extends Record<string, Setting>>(driver: DriverChoice<Own>) => driver

/** Every driver of this server, by the name that `--compute` gives it. docs/adding-a-driver.md walks through a new one. */
export const DRIVERS = {
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

/** The driver that `--compute auto` means. */
const AUTOMATIC = 'simulated'

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
 * Opens the driver that `--compute` names. `readConfiguration` has already refused a name that is not in the list.
 * @param drivers the list to choose from.
 */
export function openDriver(
  configuration: { compute: string },
  host: DriverHost,
  drivers: Record<string, DriverChoice>,
): Promise<ComputeDriver> {
  const name = configuration.compute === 'auto' ? AUTOMATIC : configuration.compute
  return drivers[name]!.open(host, configuration)
}
