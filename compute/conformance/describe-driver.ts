import { afterEach, describe, it } from 'vitest'
import type { ComputeDriver } from '../src/driver.ts'
import { attachmentTests } from './attachments.ts'
import { blockTests } from './blocks.ts'
import { counterTests } from './counters.ts'
import type { DriverTest } from './driver-test.ts'
import { hostTests } from './host.ts'
import { lifecycleTests } from './lifecycle.ts'
import { networkTests } from './networks.ts'
import { outageTests } from './outages.ts'
import { refusalTests } from './refusals.ts'
import { createRig } from './rig.ts'
import { serialTests } from './serial.ts'
import { snapshotTests } from './snapshots.ts'
import { updateTests } from './updates.ts'
import type { DriverCapabilities, DriverUnderTest } from './under-test.ts'

/** Subjects of the suite, in the recommended order for building a driver. */
const SUBJECTS: Record<string, (test: DriverTest) => void> = {
  host: hostTests,
  updates: updateTests,
  lifecycle: lifecycleTests,
  refusals: refusalTests,
  outages: outageTests,
  blocks: blockTests,
  attachments: attachmentTests,
  snapshots: snapshotTests,
  'serial console': serialTests,
  networks: networkTests,
  counters: counterTests,
}

/**
 * Defines the tests that every driver must pass, in terms of the interface alone. Calls `makeDriver` for each test and
 * closes the drivers afterwards. A skipped test names the missing capability and its reason.
 */
export function describeDriver(
  name: string,
  makeDriver: () => Promise<DriverUnderTest>,
  capabilities: DriverCapabilities,
): void {
  describe(`driver ${name}`, () => {
    let opened: ComputeDriver[] = []

    afterEach(async () => {
      for (const driver of opened) await driver.close()
      opened = []
    })

    const open = async () => {
      const underTest = await makeDriver()
      opened.push(underTest.driver)
      const reopen = async () => {
        const driver = await underTest.reopen()
        opened.push(driver)
        return driver
      }
      return createRig({ ...underTest, reopen })
    }

    const test: DriverTest = (title, needs, run) => {
      it(title, async (context) => {
        for (const need of needs) {
          const able = capabilities[need]
          if (able !== true) context.skip(`${need}: ${able}`)
        }
        await run(await open())
      })
    }

    for (const [subject, define] of Object.entries(SUBJECTS)) describe(subject, () => define(test))
  })
}
