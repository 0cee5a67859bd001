import type { Clock } from './clock.ts'
import type { BlockStore, DriverStore } from './store.ts'

/** Writes a line to the server's log. */
export type DriverLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void

/** What a server provides to the driver that it opens. */
export interface DriverHost {
  clock: Clock
  /** Storage for the driver's own records. It is in the control plane's database, so several servers can share it. */
  store: DriverStore
  /** Reports failures of background work, which no caller receives. */
  log: DriverLog
  /** Content of disks, for a driver without storage of its own. */
  blocks: BlockStore
  /** Path of a folder for this driver alone, which may not exist yet; undefined where there are no files, as in a browser. */
  folder: string | undefined
}
