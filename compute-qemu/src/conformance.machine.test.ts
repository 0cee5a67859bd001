import { afterEach } from 'vitest'
import { describeDriver } from '@granary/compute/conformance/describe-driver.ts'
import { CAPABILITIES, makeDriver } from './testing/under-test.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describeDriver('QEMU', () => makeDriver(ends), CAPABILITIES)
