import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'
import { BLOCK, diskSpec, pattern } from './specs.ts'

/** Disk content. */
export function blockTests(test: DriverTest): void {
  test('blank disks read as zero, and written bytes read back', ['blocks'], async ({ driver, done }) => {
    const disk = diskSpec({ kind: 'importing' })
    await done(driver.createDisk(disk))
    await done(driver.createDisk(disk))
    expect(await done(driver.readBlocks(disk.id, disk.size - BLOCK, BLOCK))).toEqual(new Uint8Array(BLOCK))
    const bytes = pattern(3 * BLOCK, 7)
    await done(driver.writeBlocks(disk.id, 5 * BLOCK, bytes))
    await done(driver.syncDisk(disk.id))
    expect(await done(driver.readBlocks(disk.id, 4 * BLOCK, 5 * BLOCK))).toEqual(
      Uint8Array.from([...new Uint8Array(BLOCK), ...bytes, ...new Uint8Array(BLOCK)]),
    )
  })

  test('accepts chunks in any order, concurrently and repeatedly', ['blocks'], async ({ driver, done }) => {
    const disk = diskSpec({ kind: 'importing' })
    await done(driver.createDisk(disk))
    const whole = pattern(64 * BLOCK, 11)
    const offsets = Array.from({ length: 16 }, (_, index) => ((index * 7) % 16) * 4 * BLOCK)
    const write = (offset: number) =>
      driver.writeBlocks(disk.id, offset, whole.subarray(offset, offset + 4 * BLOCK))
    await done(Promise.all([...offsets, ...offsets.slice(3, 6)].map(write)))
    expect(await done(driver.readBlocks(disk.id, 0, whole.length))).toEqual(whole)
  })

  test(
    'refuses ranges beyond the disk or not aligned to its blocks',
    ['blocks'],
    async ({ driver, done, refusal }) => {
      const disk = diskSpec()
      await done(driver.createDisk(disk))
      const block = new Uint8Array(BLOCK)
      expect(await refusal(driver.writeBlocks(disk.id, disk.size, block))).toBe('invalid')
      expect(await refusal(driver.writeBlocks(disk.id, 1, block))).toBe('invalid')
      expect(await refusal(driver.writeBlocks(disk.id, 0, block.subarray(1)))).toBe('invalid')
      expect(await refusal(driver.readBlocks(disk.id, -BLOCK, BLOCK))).toBe('invalid')
      expect(await refusal(driver.readBlocks(crypto.randomUUID(), 0, BLOCK))).toBe('not_found')
      expect(await refusal(driver.syncDisk(crypto.randomUUID()))).toBe('not_found')
    },
  )
}
