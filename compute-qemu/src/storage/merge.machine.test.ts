import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskSpec, machineSpec, pattern } from '@granary/compute/conformance/specs.ts'
import { openQemuDriver } from '../driver.ts'
import { makeHost, testOptions } from '../testing/host.ts'

const [KiB, MiB] = [1024, 1024 ** 2]
const SNAPSHOTS = 36
/** The layers of a disk, and of the snapshots that are left. */
const MOST = 34

test.each(['no machine', 'a running machine'])('a disk of %s is snapshotted without end', async (user) => {
  const { host, folder, remove } = await makeHost()
  const driver = await openQemuDriver(host, testOptions)
  onTestFinished(async () => {
    await driver.close()
    await remove()
  })
  const disk = diskSpec()
  const spec = machineSpec({ memory: 64 * MiB, disks: [{ id: disk.id, name: 'd1', readOnly: false }] })
  await driver.createDisk(disk)
  await driver.writeBlocks(disk.id, 0, pattern(MiB, 3))
  const layers = () => readdir(join(folder, 'layers'))
  const links = () => readdir(join(folder, 'machines', spec.id, 'disks')).catch(() => [])
  if (user === 'a running machine') {
    await driver.ensureRunning(spec)
    await expect.poll(async () => (await driver.view(spec.id))?.state, { timeout: 60_000 }).toBe('running')
  }
  let last = ''
  for (let at = 0; at < SNAPSHOTS; at++) {
    if (user === 'no machine') await driver.writeBlocks(disk.id, MiB + at * 64 * KiB, pattern(4096, at + 1))
    const id = crypto.randomUUID()
    await driver.snapshotDisk({ id, diskId: disk.id })
    if (last !== '') await driver.deleteSnapshot(last)
    last = id
    expect((await layers()).length).toBeLessThan(MOST)
    expect((await links()).length).toBeLessThan(MOST)
  }
  const copy = diskSpec({ kind: 'snapshot', snapshotId: last })
  await driver.createDisk(copy)
  await driver.destroy(spec.id)
  for (const { id } of [disk, copy]) {
    expect(Buffer.from(await driver.readBlocks(id, 0, MiB)).equals(pattern(MiB, 3))).toBe(true)
    for (let at = 0; at < SNAPSHOTS && user === 'no machine'; at++)
      expect(await driver.readBlocks(id, MiB + at * 64 * KiB, 4096)).toEqual(pattern(4096, at + 1))
    await driver.deleteDisk(id)
  }
  await driver.deleteSnapshot(last)
  expect(await layers()).toEqual([])
})
