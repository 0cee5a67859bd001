import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'
import { BLOCK, diskSpec, GiB, pattern } from './specs.ts'

/** Snapshots and images. */
export function snapshotTests(test: DriverTest): void {
  test(
    'snapshots keep the content of their moment, and outlive their disk',
    ['blocks', 'snapshots'],
    async (rig) => {
      const { driver, done, refusal } = rig
      const disk = diskSpec({ kind: 'importing' })
      const [snapshotId, imageId] = [crypto.randomUUID(), crypto.randomUUID()]
      await done(driver.createDisk(disk))
      await done(driver.writeBlocks(disk.id, 0, pattern(2 * BLOCK, 1)))
      await done(driver.snapshotDisk({ id: snapshotId, diskId: disk.id }))
      await done(driver.writeBlocks(disk.id, BLOCK, pattern(BLOCK, 2)))
      await done(driver.snapshotDisk({ id: snapshotId, diskId: disk.id }))
      await done(driver.createImage({ id: imageId, snapshotId }))
      const copy = diskSpec({ kind: 'snapshot', snapshotId }, { size: 2 * GiB })
      await done(driver.createDisk(copy))
      await done(driver.deleteDisk(disk.id))
      await done(driver.deleteSnapshot(snapshotId))
      await done(driver.deleteSnapshot(snapshotId))
      const fromImage = diskSpec({ kind: 'image', imageId })
      await done(driver.createDisk(fromImage))
      await done(driver.deleteImage(imageId))
      for (const { id } of [copy, fromImage]) {
        expect(await done(driver.readBlocks(id, 0, 2 * BLOCK))).toEqual(pattern(2 * BLOCK, 1))
      }
      expect(await done(driver.readBlocks(copy.id, GiB, BLOCK))).toEqual(new Uint8Array(BLOCK))
      expect(await refusal(driver.createDisk(diskSpec({ kind: 'image', imageId })))).toBe('not_found')
    },
  )

  test('refuses a disk smaller than its source', ['snapshots'], async ({ driver, done, refusal }) => {
    const disk = diskSpec({ kind: 'blank' }, { size: 2 * GiB })
    const snapshotId = crypto.randomUUID()
    await done(driver.createDisk(disk))
    await done(driver.snapshotDisk({ id: snapshotId, diskId: disk.id }))
    expect(await refusal(driver.createDisk(diskSpec({ kind: 'snapshot', snapshotId })))).toBe('invalid')
    expect(await refusal(driver.createDisk({ ...disk, size: GiB }))).toBe('invalid')
  })
}
