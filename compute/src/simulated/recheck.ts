import type { DriverStore } from '../store.ts'
import type { Holdings } from './holdings.ts'
import type { DiskRecord, MachineRecord } from './record.ts'

/** Runs a check of the holdings, and once more on the store's records when it refuses. */
export type Recheck = <Result>(check: () => Result) => Promise<Result>

/**
 * Makes a `Recheck`. Its callers hold the rack's lock, so that no record is written between the reading of the store and
 * the check.
 */
export function recheckOn(store: DriverStore, holdings: Holdings): Recheck {
  const read = async (prefix: string) => (await store.list(prefix)).map(({ value }) => value)
  return async (check) => {
    try {
      return check()
    } catch {
      const [machines, disks] = await Promise.all([read('machine/'), read('disk/')])
      holdings.replace(machines as MachineRecord[], disks as DiskRecord[])
      return check()
    }
  }
}
