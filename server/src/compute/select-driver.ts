import type { DriverStore } from '@granary/compute/store.ts'
import type { DriverSelection } from '@granary/control-plane/kit/base/driver-selection.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import type { DriverChoice } from '../drivers.ts'

/** The record of the drivers that made the machines. Keys of drivers begin with their own names. */
const RECORD = 'driver-of-machines'

/** What decides, besides the computer. */
export type Circumstances = {
  /** The value of `--compute`. */
  wanted: string
  /** The drivers that `auto` tries, in order. */
  automatic: readonly string[]
  drivers: Record<string, DriverChoice>
  /** The driver that made the machines, disks, snapshots and images of the database; null if it has none. */
  maker: string | null
  /** Whether a data set with any of them is about to be loaded. */
  loadsMachines: boolean
}

/**
 * Selects the driver of the machines, and says why in a sentence for operators.
 * @throws ConfigurationError if the wanted driver, or the one that made the machines, can't run here.
 */
export async function selectDriver(circumstances: Circumstances): Promise<DriverSelection> {
  const { wanted, automatic, drivers, maker, loadsMachines } = circumstances
  const tried = wanted === 'auto' ? automatic : [wanted]
  const names = [...new Set([...tried, ...(maker !== null && maker in drivers ? [maker] : [])])]
  const candidates = await Promise.all(
    names.map(async (name) => ({ name, missing: (await drivers[name]!.lacks?.()) ?? [] })),
  )
  const missingOf = (name: string) => candidates.find((each) => each.name === name)?.missing ?? []
  const select = (driver: string, reason: string): DriverSelection => {
    const missing = missingOf(driver)
    if (missing.length > 0)
      throw new ConfigurationError(
        `${reason} This computer can't run it:\n${missing.map((each) => `  ${each}`).join('\n')}`,
      )
    return { driver, reason, candidates }
  }
  if (wanted !== 'auto') {
    const left =
      maker === null || maker === wanted ? '' : `, and leaves behind the machines of the driver "${maker}"`
    return select(wanted, `The setting --compute names the driver "${wanted}"${left}.`)
  }
  if (loadsMachines) return select('simulated', 'The data set has machines, and those can only be simulated.')
  if (maker !== null && !(maker in drivers))
    throw new ConfigurationError(
      `The machines of this database were made by the driver "${maker}", which this version doesn't have.`,
    )
  if (maker !== null)
    return select(maker, `The machines, disks or images of this database were made by the driver "${maker}".`)
  const able = automatic.find((name) => missingOf(name).length === 0)
  if (able === undefined) throw new Error('no driver of machines runs on this computer')
  const unable = automatic.slice(0, automatic.indexOf(able)).map((name) => `"${name}"`)
  return select(
    able,
    unable.length > 0
      ? `This computer can't run ${unable.join(' and ')}.`
      : `This computer can run the driver "${able}".`,
  )
}

/**
 * Records the driver that makes machines from now on, followed by those that it leaves behind, in place of the record that the caller has seen.
 * @returns whether it did; no if another server that starts on the database was faster, whose record stays.
 */
export async function claimMachines(
  store: DriverStore,
  seen: readonly string[],
  next: readonly string[],
): Promise<boolean> {
  const kept = await store.update(RECORD, (before) => (isSame(listOf(before), seen) ? next : before))
  return isSame(listOf(kept), next)
}

/** Returns the recorded drivers, the one that makes machines first. It is none in new databases and in very old ones. */
export const recordedMakers = async (store: DriverStore): Promise<string[]> => listOf(await store.get(RECORD))

/** Earlier servers recorded a name alone. */
const listOf = (record: unknown): string[] => (record === undefined ? [] : ([record].flat() as string[]))

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()
