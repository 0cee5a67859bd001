import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskSpec, machineSpec } from '@granary/compute/conformance/specs.ts'
import { openQemuDriver } from './driver.ts'
import { findProcesses } from './machines/process.ts'
import { Records } from './records.ts'
import { makeHost, testOptions } from './testing/host.ts'

const memory = 64 * 1024 ** 2

/** Opens a driver, and notes the lines of its log. */
async function open() {
  const { host, folder, remove } = await makeHost()
  const lines: string[] = []
  const log: typeof host.log = (level, message, fields) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  const driver = await openQemuDriver({ ...host, log }, { ...testOptions, unplugGrace: 500 })
  onTestFinished(async () => {
    await driver.close()
    await remove()
  })
  const disk = diskSpec()
  await driver.createDisk(disk)
  const held = { id: disk.id, name: 'data', readOnly: false }
  return { driver, folder, lines, held }
}

test('users see that a machine could not be started, and the log has the files', async () => {
  const { driver, folder, lines, held } = await open()
  await rm(join(folder, 'layers'), { recursive: true })
  const spec = machineSpec({ memory, disks: [held] })
  await driver.ensureRunning(spec)
  await expect.poll(async () => (await driver.view(spec.id))?.state, { timeout: 60_000 }).toBe('failed')
  expect((await driver.view(spec.id))?.reason).toBe('its process could not be started')
  expect(lines).toContainEqual(expect.stringMatching(/^error a machine did not start .*layers/))
})

test('after a restart of the host, machines that ran are failed with the reason, and start again', async () => {
  const { host, folder, remove } = await makeHost()
  onTestFinished(remove)
  let driver = await openQemuDriver(host, testOptions)
  const [ran, stopping] = [machineSpec({ memory }), machineSpec({ memory })]
  const view = (id: string) => driver.view(id)
  for (const spec of [ran, stopping]) {
    await driver.ensureRunning(spec)
    await expect.poll(() => view(spec.id), { timeout: 60_000 }).toMatchObject({ state: 'running' })
  }
  await driver.close()
  const processes = await findProcesses()
  for (const { id } of [ran, stopping]) process.kill(processes.get(id)!, 'SIGKILL')
  while ((await findProcesses()).has(ran.id)) await new Promise((resolve) => setTimeout(resolve, 20))
  const records = new Records(join(folder, 'records.sqlite'))
  const change = (path: string, value: string, id: string) =>
    records.run('update machines set record = json_set(record, ?, ?) where id = ?', path, value, id)
  for (const { id } of [ran, stopping]) change('$.hostBoot', 'before', id)
  change('$.state', 'stopping', stopping.id)
  records.close()

  driver = await openQemuDriver(host, testOptions)
  expect(await view(ran.id)).toMatchObject({
    state: 'failed',
    sledId: null,
    reason: 'the host was restarted',
  })
  expect(await view(stopping.id)).toMatchObject({ state: 'stopped' })
  await driver.ensureRunning(ran)
  await expect.poll(() => view(ran.id), { timeout: 60_000 }).toMatchObject({ state: 'running' })
  await driver.close()
})

test('users see that a process was killed', async () => {
  const { driver } = await open()
  const spec = machineSpec({ memory })
  await driver.ensureRunning(spec)
  const view = () => driver.view(spec.id)
  await expect.poll(view, { timeout: 60_000 }).toMatchObject({ state: 'running' })
  process.kill((await findProcesses()).get(spec.id)!, 'SIGKILL')
  await expect
    .poll(view, { timeout: 60_000 })
    .toMatchObject({ state: 'failed', reason: 'its process was ended by a signal on the host, SIGKILL' })
})

test('a guest that keeps a disk is a note at its machine', async () => {
  const { driver, held } = await open()
  const spec = machineSpec({ memory })
  await driver.ensureRunning(spec)
  const view = () => driver.view(spec.id)
  await expect.poll(view, { timeout: 60_000 }).toMatchObject({ state: 'running' })
  const { since } = (await view())!
  await driver.attachDisk(spec.id, held)
  const notes: (string | undefined)[] = []
  driver.subscribe(({ note }) => notes.push(note))
  const why = 'the guest does not let go of disk data: stop the machine to detach it'
  await expect(driver.detachDisk(spec.id, held.id)).rejects.toMatchObject({ kind: 'invalid', message: why })
  expect(notes).toEqual([why])
  expect(await view()).toMatchObject({ state: 'running', since, note: why })
  // A guest that lets go of it later, here by a restart, has it again.
  await driver.reboot(spec.id, 'again')
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const disks = async () => (await driver.counters(spec.id)).disks.map(({ id }) => id)
  await expect.poll(disks, { timeout: 60_000 }).toEqual([held.id])
  await driver.ensureStopped(spec.id)
  await expect.poll(view, { timeout: 60_000 }).toMatchObject({ state: 'stopped' })
  await driver.detachDisk(spec.id, held.id)
  expect((await view())?.note).toBeUndefined()
})
