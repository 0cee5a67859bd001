import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'

/** The inventory, and a closed driver. */
export function hostTests(test: DriverTest): void {
  test('reports the same hosts on every call', [], async ({ driver, done }) => {
    const sleds = await done(driver.inventory())
    expect(sleds.length).toBeGreaterThan(0)
    for (const sled of sleds) {
      expect(sled.usableHardwareThreads).toBeGreaterThan(0)
      expect(sled.usablePhysicalRam).toBeGreaterThan(0)
      expect(sled.baseboard.serial).not.toBe('')
    }
    expect(sleds.map(({ id }) => id)).toEqual(sleds.map(({ id }) => id).sort())
    expect(await done(driver.inventory())).toEqual(sleds)
  })

  test('a closed driver refuses every command', [], async ({ driver, refusal }) => {
    await driver.close()
    await driver.close()
    expect(await refusal(driver.list())).toBe('unreachable')
  })
}
