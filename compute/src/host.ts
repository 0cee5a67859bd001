import type { Clock } from './clock.ts'
import type { BlockStore, DriverStore } from './store.ts'

/** Writes a line to the server's log. */
export type DriverLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void

/** What a server gives to the driver that it opens. A driver takes what it needs and brings the rest itself. */
export interface DriverHost {
  clock: Clock
  /** The driver's own records. They lie in the control plane's database, so several servers may share them. */
  store: DriverStore
  /** For what no caller hears of: work that the driver does by itself. */
  log: DriverLog
  /** Content of disks, for a driver without storage of its own. */
  blocks: BlockStore
}
