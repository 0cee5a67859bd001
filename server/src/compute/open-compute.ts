import { DriverError } from '@granary/compute/driver-error.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { DriverHost } from '@granary/compute/host.ts'
import type { DriverSelection } from '@granary/control-plane/kit/base/driver-selection.ts'
import type { Services } from '@granary/control-plane/kit/context/services.ts'
import { hasMachines } from '@granary/control-plane/start/first-start.ts'
import type { Configuration } from '../settings/configuration.ts'
import { AUTOMATIC, type DriverChoice, openDriver } from '../drivers.ts'
import { hasMachinesIn } from './first-start.ts'
import { measured, type ObserveCall } from './measured-driver.ts'
import { claimMachines, recordedMakers, selectDriver } from './select-driver.ts'

type Means = {
  configuration: Configuration
  drivers: Record<string, DriverChoice>
  metrics: { observeCall: ObserveCall }
}

type Choice = { driverSelection: DriverSelection; left: string[]; mayFallBack: boolean }

/**
 * Opens the driver of the machines: the one that the settings name, or that the computer and the database allow. Where nothing was
 * made yet and nobody named a driver, one that can't be opened makes way for the next.
 * @throws ConfigurationError if it can't run here.
 */
export async function openCompute(
  database: Pick<Services, 'db'>,
  host: DriverHost,
  { configuration, drivers, metrics }: Means,
): Promise<{ compute: ComputeDriver; driverSelection: DriverSelection }> {
  const { compute: wanted } = configuration
  let able = drivers
  for (;;) {
    const { driverSelection, left, mayFallBack } = await choose(database, host, configuration, able)
    const name = driverSelection.driver
    try {
      const driver = await openDriver(name, configuration, host, drivers)
      tell(host, driverSelection, wanted === 'auto' ? 'info' : 'warn')
      for (const other of left) host.log('warn', leftBehind(name, other))
      return { compute: measured(driver, metrics.observeCall), driverSelection }
    } catch (error) {
      // The folder or the database is another server's, so this one must not make machines of another driver in it.
      const isTaken = error instanceof DriverError && error.kind === 'invalid'
      if (!mayFallBack || isTaken) throw error
      const sentence = error instanceof Error ? error.message : String(error)
      host.log('warn', `the driver "${name}" can't be opened, so the next one is tried: ${sentence}`)
      able = { ...able, [name]: { ...able[name]!, lacks: async () => [sentence] } }
    }
  }
}

/** Selects a driver and claims the machines for it, before it makes any. Another server that claims them first is followed. */
async function choose(
  database: Pick<Services, 'db'>,
  { store }: DriverHost,
  { compute: wanted, dataset }: Configuration,
  drivers: Record<string, DriverChoice>,
): Promise<Choice> {
  for (let follows = false; ; follows = true) {
    const recorded = await recordedMakers(store)
    const hasOwn = await hasMachines(database)
    const [first = 'simulated', ...others] = recorded
    const maker = hasOwn || follows ? first : null
    const loadsMachines = dataset !== null && !hasOwn && hasMachinesIn(dataset)
    const driverSelection = await selectDriver({
      wanted,
      automatic: AUTOMATIC,
      drivers,
      maker,
      loadsMachines,
    })
    const { driver } = driverSelection
    const left = maker === null ? [] : [maker, ...others].filter((other) => other !== driver)
    if (!(await claimMachines(store, recorded, [driver, ...left]))) continue
    const isLast = driver === AUTOMATIC.at(-1)
    return { driverSelection, left, mayFallBack: wanted === 'auto' && maker === null && !isLast }
  }
}

function tell(host: DriverHost, { driver, reason, candidates }: DriverSelection, level: 'info' | 'warn') {
  for (const { name, missing } of candidates) {
    for (const sentence of missing) host.log(level, `the driver "${name}" can't run here: ${sentence}`)
  }
  host.log('info', `machines are run by the driver "${driver}"`, { reason })
}

const leftBehind = (driver: string, other: string) =>
  `the driver "${driver}" leaves behind what the driver "${other}" made in this database: start the server with --compute ${other} to have it again`
