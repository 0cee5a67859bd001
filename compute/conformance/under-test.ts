import type { ComputeDriver } from '../src/driver.ts'

/** A driver on an engine without machines and disks, opened for one test, and what the test may do around it. */
export interface DriverUnderTest {
  driver: ComputeDriver
  /** Lets `ms` milliseconds of the machines' time pass: a real driver sleeps. */
  pass: (ms: number) => Promise<void>
  /** Opens a second driver on the same machines, as a server does after a crash. The first is not used again. */
  reopen: () => Promise<ComputeDriver>
  /** Ends the machine's process behind the driver's back. */
  kill: (machineId: string) => Promise<void>
}

/** The features of a driver's host. Anything but `true` is the reason why the tests that need the feature are skipped. */
export interface DriverCapabilities {
  machines: true | string
  blocks: true | string
  snapshots: true | string
  serial: true | string
  counters: true | string
  kill: true | string
  reopen: true | string
}
