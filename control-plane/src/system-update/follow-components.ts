import { DriverError } from '@granary/compute/driver-error.ts'
import { describeError } from '../kit/base/describe-error.ts'
import type { Services } from '../kit/context/services.ts'
import { readComponents, storeComponents } from '../shared/updates/refresh-components.ts'

/** Time between two looks at the software of the components; milliseconds. */
const INTERVAL_MS = 30_000

/**
 * Stores the software that the driver reports, now and from time to time. Its own timer keeps a driver that reports no software
 * from holding up the reports about machines.
 * @returns a function that ends it. It waits for the database, but not for a driver that hangs, whose late answer is dropped.
 */
export function followComponents(services: Services): () => Promise<void> {
  let isStopped = false
  let cancel = () => {}
  let storing = Promise.resolve()
  const look = async (): Promise<void> => {
    try {
      const report = await readComponents(services)
      if (isStopped) return
      storing = storeComponents(services, report)
      await storing
    } catch (error) {
      const level = error instanceof DriverError ? 'warn' : 'error'
      services.log(level, 'software was not read', { error: describeError(error) })
    }
    if (!isStopped) cancel = services.clock.setTimer(INTERVAL_MS, () => void look())
  }
  void look()
  return async () => {
    isStopped = true
    cancel()
    await storing.catch(() => {})
  }
}
