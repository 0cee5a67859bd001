import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskSpec, machineSpec } from '@granary/compute/conformance/specs.ts'
import { openQemuDriver } from './driver.ts'
import { run } from './run.ts'
import { guestOf, makeBootDisk } from './testing/guest.ts'
import { makeHost, testOptions } from './testing/host.ts'

const MiB = 1024 ** 2

test.skipIf(process.getuid?.() !== 0)(
  'a machine on a full host is paused with a reason, goes on when there is space, and loses nothing',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'full-'))
    await run('mount', ['-t', 'tmpfs', '-o', 'size=200M', 'tmpfs', folder])
    onTestFinished(async () => {
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true })
    })
    const { host, remove } = await makeHost(folder)
    const driver = await openQemuDriver(host, testOptions)
    onTestFinished(async () => {
      await driver.close()
      await remove().catch(() => {})
    })
    const boot = await makeBootDisk(driver)
    const data = diskSpec({ kind: 'blank' }, { size: 256 * MiB, blockSize: 512 })
    await driver.createDisk(data)
    const disks = [boot, data.id].map((id) => ({ id, name: id, readOnly: false }))
    const spec = machineSpec({ memory: 256 * MiB, disks, bootDiskId: boot })
    await driver.ensureRunning(spec)
    const guest = guestOf(driver, spec.id)
    await guest.ready()
    // Guests see the disks in the order of the definition.
    expect(await guest.run('cat /sys/block/vdb/serial; echo')).toBe(data.id.slice(0, 20))
    const filler = join(folder, 'filler')
    await writeFile(filler, new Uint8Array(100 * MiB))

    const written = guest.run(
      'dd if=/dev/zero bs=1M count=110 2>/dev/null | tr "\\0" x | dd of=/dev/vdb bs=1M conv=fsync 2>/dev/null && echo written',
    )
    const view = () => driver.view(spec.id)
    await expect.poll(view, { timeout: 120_000 }).toMatchObject({
      state: 'repairing',
      reason: expect.stringContaining('storage of this host is full') as string,
    })
    const another = driver.createDisk(diskSpec())
    await expect(another).rejects.toMatchObject({ kind: 'insufficient_capacity' })
    await rm(filler)
    expect(await written).toBe('written')
    // What the guest has written is there before the driver hears that the machine goes on.
    await expect.poll(view).toMatchObject({ state: 'running' })
    await driver.destroy(spec.id)
    expect(await driver.readBlocks(data.id, 109 * MiB, MiB)).toEqual(
      new Uint8Array(MiB).fill('x'.charCodeAt(0)),
    )
    await driver.close()
    const layers = join(folder, 'layers')
    for (const name of await readdir(layers))
      await run('qemu-img', ['check', '-q', '-f', 'qcow2', name], { cwd: layers })
  },
)
