import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskSpec, pattern } from '@granary/compute/conformance/specs.ts'
import type { DriverError } from '@granary/compute/driver-error.ts'
import { openQemuDriver } from './driver.ts'
import { makeHost, testOptions } from './testing/host.ts'

test('a folder has one owner at a time, which stores on its host alone', async () => {
  const { host, remove } = await makeHost()
  onTestFinished(remove)
  const first = await openQemuDriver(host, testOptions)
  await expect(openQemuDriver(host, testOptions)).rejects.toThrow(
    'another Granary server runs the machines of',
  )
  await first.close()
  const second = await openQemuDriver(host, testOptions)
  const [sled, ...others] = await second.inventory()
  expect(others).toEqual([])
  await second.createDisk(diskSpec({ kind: 'blank' }, { sledId: sled!.id }))
  const elsewhere = second.createDisk(diskSpec({ kind: 'blank' }, { sledId: crypto.randomUUID() }))
  await expect(elsewhere).rejects.toMatchObject({ kind: 'not_found' })
  await second.close()
})

test('a database whose disks are in another folder is refused', async () => {
  const [here, there] = [await makeHost(), await makeHost()]
  onTestFinished(here.remove)
  onTestFinished(there.remove)
  const moved = { ...there.host, store: here.host.store }
  for (const makes of [false, true]) {
    const driver = await openQemuDriver(here.host, testOptions)
    if (makes) await driver.createDisk(diskSpec())
    await driver.close()
    const second = openQemuDriver(moved, testOptions)
    if (!makes) await (await second).close()
    else
      await expect(second).rejects.toThrow('the machines of this database have their disks in another folder')
  }
})

test('one server at a time runs the machines of a database, also with a copy of the folder', async () => {
  const { host, folder, remove } = await makeHost()
  onTestFinished(remove)
  const options = { ...testOptions, leasePeriod: 1_000 }
  const disk = diskSpec()
  const first = await openQemuDriver(host, options)
  await first.createDisk(disk)
  await first.close()
  const copy = await makeHost()
  onTestFinished(copy.remove)
  await cp(folder, copy.folder, { recursive: true })
  const elsewhere = { ...host, folder: copy.folder }

  let isCut = false
  const update: typeof host.store.update = (key, change) =>
    isCut ? Promise.reject(new Error('the database does not answer')) : host.store.update(key, change)
  const second = await openQemuDriver({ ...host, store: { ...host.store, update } }, options)
  await expect(openQemuDriver(elsewhere, options)).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('another Granary server runs the machines of this database') as string,
  })

  // A server that can't renew its lease is replaced, and does nothing more once it learns that.
  isCut = true
  const third = await openQemuDriver(elsewhere, options)
  isCut = false
  const kindOf = async () => second.list().catch(({ kind }: DriverError) => kind)
  await expect.poll(kindOf, { timeout: 30_000 }).toBe('unreachable')
  expect(await third.list()).toEqual([])
  await second.close()
  await third.close()
  await (await openQemuDriver(host, options)).close()
})

test('the path of the folder may be long', async () => {
  const parent = await makeHost()
  onTestFinished(parent.remove)
  const folder = join(parent.folder, 'x'.repeat(120))
  await mkdir(folder)
  const { host } = await makeHost(folder)
  const driver = await openQemuDriver(host, testOptions)
  const disk = diskSpec()
  await driver.createDisk(disk)
  await driver.writeBlocks(disk.id, 0, pattern(4096, 3))
  expect(await driver.readBlocks(disk.id, 0, 4096)).toEqual(pattern(4096, 3))
  await driver.close()
  await rm(folder, { recursive: true })
})
