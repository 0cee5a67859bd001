import { expect, onTestFinished, test } from 'vitest'
import { diskSpec, machineSpec } from '@granary/compute/conformance/specs.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import { openQemuDriver } from './driver.ts'
import { findProcesses } from './machines/process.ts'
import { makeHost, testOptions } from './testing/host.ts'

test('a machine whose process does not answer after a restart is deleted, stopped, or found later', async () => {
  const { host, remove } = await makeHost()
  onTestFinished(remove)
  let driver: ComputeDriver = await openQemuDriver(host, testOptions)
  const disk = diskSpec()
  await driver.createDisk(disk)
  const held = { id: disk.id, name: 'd1', readOnly: false }
  const memory = 64 * 1024 ** 2
  const [deleted, stopped, patient] = [
    machineSpec({ memory }),
    machineSpec({ memory }),
    machineSpec({ memory, disks: [held] }),
  ]
  const state = async (id: string) => (await driver.view(id))?.state
  for (const spec of [deleted, stopped, patient]) {
    await driver.ensureRunning(spec)
    await expect.poll(() => state(spec.id), { timeout: 60_000 }).toBe('running')
  }
  const before = await driver.view(patient.id)
  await driver.close()
  const processes = await findProcesses()
  for (const { id } of [deleted, stopped, patient]) process.kill(processes.get(id)!, 'SIGSTOP')

  driver = await openQemuDriver(host, testOptions)
  expect(await Promise.all([deleted, stopped, patient].map(({ id }) => state(id)))).toEqual([
    'running',
    'running',
    'running',
  ])
  await driver.destroy(deleted.id)
  await driver.ensureStopped(stopped.id)
  await expect.poll(() => state(stopped.id), { timeout: 60_000 }).toBe('stopped')
  const left = await findProcesses()
  expect([deleted, stopped, patient].map(({ id }) => left.has(id))).toEqual([false, false, true])

  // What its process would have to do is refused, and nothing is half done.
  const snapshotId = crypto.randomUUID()
  const snapshot = () => driver.snapshotDisk({ id: snapshotId, diskId: disk.id })
  await expect(snapshot()).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(driver.counters(patient.id)).rejects.toMatchObject({ kind: 'unreachable' })
  process.kill(left.get(patient.id)!, 'SIGCONT')
  await expect.poll(() => snapshot().then(() => true), { timeout: 60_000 }).toBe(true)
  expect(await driver.view(patient.id)).toEqual(before)

  // One that hangs later delays nothing but its own disks.
  process.kill(left.get(patient.id)!, 'SIGSTOP')
  const late = driver.snapshotDisk({ id: crypto.randomUUID(), diskId: disk.id })
  await driver.createDisk(diskSpec())
  process.kill(left.get(patient.id)!, 'SIGCONT')
  await late
  await driver.ensureRunning(stopped)
  await expect.poll(() => state(stopped.id), { timeout: 60_000 }).toBe('running')
  await driver.close()
})
