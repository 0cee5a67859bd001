import type { DriverStore } from '../store.ts'
import type { Holdings } from './holdings.ts'
import type { DiskRecord, MachineRecord } from './record.ts'

/** Checks the holdings, and once more after a reload from the store if the check refuses. */
export type Recheck = <Result>(check: () => Result) => Promise<Result>

/**
 * Returns a `Recheck`. Callers must hold the rack's lock, so that no record changes between the reload and the check.
 */
export function createRecheck(store: DriverStore, holdings: Holdings): Recheck {
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
