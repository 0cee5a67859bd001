// A server's part in the tests that kill it: works on the machines of a folder until it is killed, and sends a message when it begins.
// Usage: node owner.ts FOLDER ID… — the ids of machines, each with the disk that has the same id.
import { diskSpec, machineSpec, pattern } from '@granary/compute/conformance/specs.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { openQemuDriver } from '../driver.ts'
import { makeHost, testOptions } from './host.ts'

const [folder, ...ids] = process.argv.slice(2)
const { host } = await makeHost(folder)
const driver = await openQemuDriver(host, testOptions)

/** Refusals are part of the work: a machine may be in any state. */
async function attempt(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof DriverError)) throw error
  })
}

async function workOn(id: string): Promise<void> {
  const spec = machineSpec({ id, memory: 64 * 1024 ** 2, disks: [{ id, name: 'd1', readOnly: false }] })
  await attempt(driver.createDisk(diskSpec({ kind: 'blank' }, { id })))
  for (;;) {
    const work = [
      () => driver.ensureRunning(spec),
      () => driver.ensureStopped(id),
      () => driver.reboot(id, crypto.randomUUID()),
      () => driver.snapshotDisk({ id: crypto.randomUUID(), diskId: id }),
      () => driver.writeBlocks(id, 0, pattern(1024 ** 2, 5)),
    ]
    await attempt(work[Math.floor(Math.random() * work.length)]!())
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
  }
}

process.send!('working')
await Promise.all(ids.map(workOn))
