import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'
import { BLOCK, diskSpec, machineSpec } from './specs.ts'

/** Disk attachments of machines. */
export function attachmentTests(test: DriverTest): void {
  test('a machine holds its disks', ['machines', 'blocks'], async (rig) => {
    const { driver, done, refusal } = rig
    const disk = diskSpec()
    await done(driver.createDisk(disk))
    const held = { id: disk.id, name: 'd1', readOnly: false }
    const spec = await rig.start({ disks: [held] })
    const other = machineSpec({ disks: [held] })
    expect(await refusal(driver.ensureDefined(other))).toBe('invalid')
    expect(await refusal(driver.deleteDisk(disk.id))).toBe('invalid')
    expect(await refusal(driver.writeBlocks(disk.id, 0, new Uint8Array(BLOCK)))).toBe('invalid')
    await done(driver.destroy(spec.id))
    await done(driver.deleteDisk(disk.id))
    await done(driver.deleteDisk(disk.id))
    expect(await refusal(driver.ensureDefined(other))).toBe('not_found')
  })

  test(
    'attaches and detaches a disk of a stopped machine, and both can be repeated',
    ['machines'],
    async (rig) => {
      const { driver, done, refusal } = rig
      const disk = diskSpec()
      await done(driver.createDisk(disk))
      const held = { id: disk.id, name: 'd1', readOnly: false }
      const [one, two] = [machineSpec(), machineSpec()]
      await done(driver.ensureDefined(one))
      await done(driver.ensureDefined(two))
      await done(driver.attachDisk(one.id, held))
      await done(driver.attachDisk(one.id, held))
      expect(await refusal(driver.attachDisk(two.id, held))).toBe('invalid')
      await done(driver.detachDisk(one.id, disk.id))
      await done(driver.detachDisk(one.id, disk.id))
      await done(driver.attachDisk(two.id, held))
      expect(await refusal(driver.attachDisk(crypto.randomUUID(), held))).toBe('not_found')
    },
  )

  test(
    'attaches and detaches a disk of a running machine, or refuses both',
    ['machines', 'guests'],
    async (rig) => {
      const { driver, done, refusal } = rig
      const disk = diskSpec()
      await done(driver.createDisk(disk))
      const held = { id: disk.id, name: 'd1', readOnly: false }
      const [one, two] = [await rig.boot(), machineSpec()]
      await done(driver.ensureDefined(two))
      if (!driver.facts().hotplug) {
        expect(await refusal(driver.attachDisk(one.id, held))).toBe('invalid')
        expect(await refusal(driver.detachDisk(one.id, one.bootDiskId!))).toBe('invalid')
        return
      }
      await done(driver.attachDisk(one.id, held))
      await done(driver.attachDisk(one.id, held))
      expect(await refusal(driver.attachDisk(two.id, held))).toBe('invalid')
      await done(driver.detachDisk(one.id, disk.id))
      await done(driver.detachDisk(one.id, disk.id))
      await done(driver.attachDisk(two.id, held))
      expect(await rig.find(one.id)).toMatchObject({ state: 'running' })
    },
  )
}
