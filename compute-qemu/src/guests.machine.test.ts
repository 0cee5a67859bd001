import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskSpec, machineSpec } from '@granary/compute/conformance/specs.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { MachineReport } from '@granary/compute/machine.ts'
import { openQemuDriver } from './driver.ts'
import { findProcesses } from './machines/process.ts'
import { guestOf, makeBootDisk } from './testing/guest.ts'
import { makeHost, testOptions } from './testing/host.ts'

// One guest serves all tests of this file, in their order: it takes long to boot.
const { host, remove } = await makeHost()
const options = { ...testOptions, stopGrace: 60_000 }
let driver: ComputeDriver
const spec = machineSpec({ memory: 256 * 1024 ** 2, hostname: 'web-1' })
const guest = () => guestOf(driver, spec.id)

beforeAll(async () => {
  driver = await openQemuDriver(host, options)
  const boot = await makeBootDisk(driver)
  Object.assign(spec, { disks: [{ id: boot, name: 'boot', readOnly: false }], bootDiskId: boot })
  await driver.ensureRunning(spec)
  await guest().ready()
})
afterAll(async () => {
  await driver.close()
  await remove()
})

test('a guest takes its name from the seed, and its commands are answered', async () => {
  expect(await guest().run('hostname')).toBe('web-1')
})

test('the process has its own user where the server is root, a filter of system calls and no way to more rights', async () => {
  const pid = (await findProcesses()).get(spec.id)!
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)![1])
  const own = process.getuid!()
  expect([field('Uid') === own, field('Gid') === process.getgid!()]).toEqual(
    own === 0 ? [false, false] : [true, true],
  )
  expect([field('NoNewPrivs'), field('Seccomp')]).toEqual([1, 2])
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
  const limit = (name: string) => new RegExp(`^Max ${name}\\s+(\\w+)`, 'm').exec(limits)![1]
  expect(limit('core file size')).toBe('0')
  if (own === 0) expect(limit('processes')).toBe('1024')
})

test('a disk is attached while the guest runs, keeps a snapshot under writes, and is detached', async () => {
  const disk = diskSpec({ kind: 'blank' }, { size: 64 * 1024 ** 2, blockSize: 512 })
  await driver.createDisk(disk)
  await driver.attachDisk(spec.id, { id: disk.id, name: 'data', readOnly: false })
  const shell = guest()
  await shell.run('sh -c "while [ ! -e /dev/vdc ]; do sleep 1; done"')
  const write = (text: string) =>
    shell.run(`printf ${text} | dd of=/dev/vdc bs=512 conv=sync,fsync 2>/dev/null`)
  await write('before')
  const [snapshotId, copyId] = [crypto.randomUUID(), crypto.randomUUID()]
  await driver.snapshotDisk({ id: snapshotId, diskId: disk.id })
  await write('after-')
  await driver.createDisk({ ...disk, id: copyId, source: { kind: 'snapshot', snapshotId } })
  expect(Buffer.from(await driver.readBlocks(copyId, 0, 512)).toString('latin1', 0, 6)).toBe('before')
  expect(await shell.run('dd if=/dev/vdc bs=6 count=1 2>/dev/null; echo')).toBe('after-')
  const [, counted] = (await driver.counters(spec.id)).disks
  expect(counted?.latencies.write.counts.reduce((sum, count) => sum + count, 0)).toBe(counted?.writes)
  await driver.detachDisk(spec.id, disk.id)
  expect(Buffer.from(await driver.readBlocks(disk.id, 0, 512)).toString('latin1', 0, 6)).toBe('after-')
  expect(await shell.run('ls /dev/vdc 2>/dev/null | wc -l')).toBe('0')
})

/** Attaches a new disk, and returns it with the path of its device in the guest. */
async function attach(name: string) {
  const disk = diskSpec({ kind: 'blank' }, { size: 64 * 1024 ** 2, blockSize: 512 })
  await driver.createDisk(disk)
  await driver.attachDisk(spec.id, { id: disk.id, name, readOnly: false })
  const serial = disk.id.slice(0, 20)
  const find = `while ! grep -l ${serial} /sys/block/*/serial; do sleep 1; done 2>/dev/null | cut -d/ -f4`
  return { disk, device: `/dev/${await guest().run(find)}` }
}

test('space that a guest discards is free again', async () => {
  const { disk, device } = await attach('space')
  const layers = join(host.folder!, 'layers')
  const used = async () => {
    const sizes = (await readdir(layers)).map(async (name) => (await stat(join(layers, name))).blocks * 512)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
  const before = await used()
  await guest().run(
    `tr '\\0' x < /dev/zero | dd of=${device} bs=1M count=16 iflag=fullblock conv=fsync 2>/dev/null`,
  )
  expect(await used()).toBeGreaterThan(before + 15 * 1024 ** 2)
  await guest().run(`blkdiscard ${device}`)
  await expect.poll(used).toBeLessThan(before + 1024 ** 2)
  await driver.detachDisk(spec.id, disk.id)
})

const [BLOCKS, SNAPSHOTS] = [16, 4]

test('a snapshot under write load holds one moment', async () => {
  const { disk, device } = await attach('load')
  const shell = guest()
  // Each write is on the disk before the next one begins, and has the next number.
  const write = `i=$((i + 1)); printf %0512d $i | dd of=${device} bs=512 seek=$((i % ${BLOCKS})) conv=notrunc,fsync 2>/dev/null`
  await shell.run(`{ (i=0; while [ ! -e /tmp/enough ]; do ${write}; done; echo $i > /tmp/last) & }`)
  const written = async () => {
    const { disks } = await driver.counters(spec.id)
    return disks.find(({ id }) => id === disk.id)!.writes
  }
  const ids = Array.from({ length: SNAPSHOTS }, () => crypto.randomUUID())
  for (const id of ids) {
    const before = await written()
    await expect.poll(written, { timeout: 60_000 }).toBeGreaterThan(before + 2 * BLOCKS)
    await driver.snapshotDisk({ id, diskId: disk.id })
  }
  await shell.run('touch /tmp/enough; while [ ! -e /tmp/last ]; do sleep 1; done')
  await driver.detachDisk(spec.id, disk.id)
  const numbersOf = async (id: string) => {
    const text = Buffer.from(await driver.readBlocks(id, 0, BLOCKS * 512)).toString('latin1')
    return Array.from({ length: BLOCKS }, (_, at) => Number(text.slice(at * 512, (at + 1) * 512)))
  }
  const latest = [0]
  for (const snapshotId of ids) {
    const copy = { ...disk, id: crypto.randomUUID(), source: { kind: 'snapshot', snapshotId } as const }
    await driver.createDisk(copy)
    const numbers = await numbersOf(copy.id)
    const last = Math.max(...numbers)
    const expected = Array.from({ length: BLOCKS }, (_, at) => last - ((last - at) % BLOCKS))
    expect(numbers).toEqual(expected)
    expect(last).toBeGreaterThan(latest.at(-1)!)
    latest.push(last)
  }
})

/** Returns the bytes that the folder of the driver takes, but for layers. */
async function bytesOfMachines(): Promise<number> {
  const folder = join(host.folder!, 'machines')
  const names = await readdir(folder, { recursive: true })
  const sizes = names.filter((name) => !name.includes('disks')).map(async (name) => stat(join(folder, name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

test('a guest that prints while no driver is there fills no memory and no disk', async () => {
  const pid = (await findProcesses()).get(spec.id)!
  const memory = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    // What QEMU itself has; the rest is the memory of the guest.
    return Number(/^RssAnon:\s+(\d+)/m.exec(status)![1]) * 1024
  }
  await guest().run('{ (sleep 1; timeout 5 yes > /dev/ttyS0; cat /proc/tty/driver/serial > /tmp/printed) & }')
  await driver.close()
  const before = { disk: await bytesOfMachines(), memory: await memory() }
  await new Promise((resolve) => setTimeout(resolve, 7_000))
  const after = { disk: await bytesOfMachines(), memory: await memory() }
  driver = await openQemuDriver(host, options)
  const printed = await guest().run('while [ ! -e /tmp/printed ]; do sleep 1; done; grep 0: /tmp/printed')
  expect(Number(/tx:(\d+)/.exec(printed)![1])).toBeGreaterThan(20_000)
  expect(after.disk).toBe(before.disk)
  expect(after.memory - before.memory).toBeLessThan(32 * 1024 ** 2)
})

test('a guest runs on while no driver is there, and says where output is missing', async () => {
  const before = await driver.view(spec.id)
  const uptime = () => guest().run('cut -d. -f1 /proc/uptime')
  const first = Number(await uptime())
  await driver.close()
  driver = await openQemuDriver(host, options)
  expect(await driver.view(spec.id)).toEqual(before)
  const { data } = await driver.serial(spec.id).history({ fromStart: 0, maxBytes: 1024 ** 2 })
  expect(Buffer.from(data).toString()).toContain('[Granary: output is missing here')
  expect(Number(await guestOf(driver, spec.id).run('cut -d. -f1 /proc/uptime'))).toBeGreaterThanOrEqual(first)
})

test('a requested stop lets the guest shut itself down', async () => {
  const reports: MachineReport[] = []
  const end = driver.subscribe((report) => reports.push(report))
  await driver.ensureStopped(spec.id)
  await expect.poll(async () => (await driver.view(spec.id))?.state, { timeout: 50_000 }).toBe('stopped')
  expect(reports.map(({ state }) => state)).toEqual(['stopping', 'stopped'])
  end()
})

test('a guest that powers itself off while no driver is there is found stopped', async () => {
  await driver.ensureRunning(spec)
  await guest().ready()
  await guest().run('{ (sleep 2; poweroff -f) > /dev/null 2>&1 & }')
  await driver.close()
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  driver = await openQemuDriver(host, options)
  await expect
    .poll(async () => driver.view(spec.id), { timeout: 30_000 })
    .toMatchObject({
      state: 'stopped',
      reason: 'the guest powered itself off',
    })
})
