import type { Rig } from './rig.ts'
import type { DriverCapabilities } from './under-test.ts'

/** Defines a test that is skipped if the host lacks a capability that it needs. */
export type DriverTest = (
  title: string,
  needs: (keyof DriverCapabilities)[],
  run: (rig: Rig) => Promise<void>,
) => void
