import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskSpec, machineSpec } from '@granary/compute/conformance/specs.ts'
import { openQemuDriver } from './driver.ts'
import { findProcesses } from './machines/process.ts'
import { makeHost, testOptions } from './testing/host.ts'

test('a machine keeps the firmware that it was made with, and UEFI boots from large blocks', async () => {
  const { host, folder, remove } = await makeHost()
  onTestFinished(remove)
  const run = async (spec: ReturnType<typeof machineSpec>) => {
    await driver.ensureRunning(spec)
    await expect.poll(() => driver.view(spec.id), { timeout: 60_000 }).toMatchObject({ state: 'running' })
    const command = await readFile(`/proc/${(await findProcesses()).get(spec.id)}/cmdline`, 'utf8')
    await driver.ensureStopped(spec.id)
    await expect.poll(() => driver.view(spec.id), { timeout: 60_000 }).toMatchObject({ state: 'stopped' })
    return command.includes('variables.fd')
  }
  const memory = 128 * 1024 ** 2
  let driver = await openQemuDriver(host, testOptions)
  expect(driver.facts().firmware).toBe('bios')
  const disk = diskSpec()
  await driver.createDisk(disk)
  const boot = { disks: [{ id: disk.id, name: 'boot', readOnly: false }], bootDiskId: disk.id }
  const [first, second] = [machineSpec({ memory }), machineSpec({ memory, ...boot })]
  expect(await run(first)).toBe(false)
  await expect(driver.ensureDefined(second)).rejects.toMatchObject({ kind: 'invalid' })
  await driver.close()

  driver = await openQemuDriver(host, { ...testOptions, firmware: 'uefi' })
  expect(driver.facts().firmware).toBe('uefi')
  expect([await run(first), await run(second)]).toEqual([false, true])
  const variables = join(folder, 'machines', second.id, 'variables.fd')
  const made = await stat(variables)
  expect(made.mode & 0o777).toBe(0o600)
  expect(made.uid === process.getuid!()).toBe(process.getuid!() !== 0)
  await driver.close()

  driver = await openQemuDriver(host, testOptions)
  expect(await run(second)).toBe(true)
  expect((await stat(variables)).ino).toBe(made.ino)
  await driver.close()
})
