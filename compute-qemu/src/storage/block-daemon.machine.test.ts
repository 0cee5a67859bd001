import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskSpec, pattern } from '@granary/compute/conformance/specs.ts'
import { run } from '../run.ts'
import { openStorage } from './testing.ts'

const MiB = 1024 ** 2

/** Opens storage in a folder of its own. @param size of its file system in bytes; tests with one need root. */
async function makeStorage({ size, idle }: { size?: number; idle?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'blocks-'))
  if (size !== undefined) await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  const storage = await openStorage(folder, { idle })
  onTestFinished(async () => {
    await storage.close()
    if (size !== undefined) await run('umount', ['-l', folder])
    await rm(folder, { recursive: true })
  })
  const check = (id: string) =>
    run('qemu-img', [
      'check',
      '-q',
      '-f',
      'qcow2',
      join(folder, 'layers', `${storage.disks.find(id)!.layer}.qcow2`),
    ])
  return { ...storage, folder, check }
}

/** Returns the process that has the disks of a folder open. */
async function daemonOf(folder: string): Promise<number> {
  for (const name of await readdir('/proc')) {
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (cwd === join(folder, 'block-server')) return Number(name)
  }
  throw new Error('no process has the disks open')
}

test('an acknowledged write survives the end of the process', async () => {
  const { disks, folder, check } = await makeStorage()
  const disk = diskSpec({ kind: 'importing' })
  await disks.create(disk)
  const bytes = pattern(3 * MiB, 7)
  await disks.write(disk.id, 5 * MiB, bytes)
  process.kill(await daemonOf(folder), 'SIGKILL')
  const read = async () => Buffer.from(await disks.read(disk.id, 5 * MiB, 3 * MiB))
  await expect.poll(async () => (await read()).equals(bytes), { timeout: 30_000 }).toBe(true)
  await disks.sync(disk.id)
  await disks.exclusive([disk.id], () => check(disk.id))
})

test('the process has its own user where the server is root, and sees open disks only', async () => {
  const { disks, folder } = await makeStorage()
  const disk = diskSpec()
  await disks.create(disk)
  await disks.write(disk.id, 0, pattern(MiB, 3))
  const status = await readFile(`/proc/${await daemonOf(folder)}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)![1]
  const isRoot = process.getuid?.() === 0
  expect([field('Uid') === '0', field('Gid') === '0', field('NoNewPrivs')]).toEqual(
    isRoot ? [false, false, '1'] : [process.getuid?.() === 0, process.getgid?.() === 0, '1'],
  )
  expect(BigInt(`0x${field('CapEff')}`)).toBe(0n)
  const seen = async () => (await readdir(join(folder, 'block-server'))).toSorted()
  const { layer } = disks.find(disk.id)!
  expect(await seen()).toEqual([layer, 'run'])
  await disks.exclusive([disk.id], async () => expect(await seen()).toEqual(['run']))
  expect((await stat(join(folder, 'layers'))).mode & 0o077).toBe(0)
})

test('a disk that is closed for idleness is closed before another process opens it', async () => {
  const { disks, check } = await makeStorage({ idle: 1 })
  const disk = diskSpec()
  await disks.create(disk)
  for (let round = 0; round < 30; round++) {
    await disks.write(disk.id, 0, pattern(4096, round + 1))
    await new Promise((resolve) => setTimeout(resolve, round % 5))
    // It takes the lock on the file, and fails if another process has it open.
    await disks.exclusive([disk.id], () => check(disk.id))
    expect(await disks.read(disk.id, 0, 4096)).toEqual(pattern(4096, round + 1))
  }
})

test.skipIf(process.getuid?.() !== 0)('on a full host, no acknowledged write is lost', async () => {
  const { disks, folder, check } = await makeStorage({ size: 12 * MiB })
  const disk = diskSpec()
  await disks.create(disk)
  let written = 0
  const next = () => disks.write(disk.id, written * 16 * MiB, pattern(MiB, written + 1))
  const fill = async () => {
    for (;;) {
      await next()
      written++
    }
  }
  await expect(fill()).rejects.toMatchObject({ kind: 'insufficient_capacity' })
  expect(written).toBeGreaterThan(3)
  process.kill(await daemonOf(folder), 'SIGKILL')
  const lost = async () => {
    const read = Array.from({ length: written }, (_, at) => disks.read(disk.id, at * 16 * MiB, MiB))
    return (await Promise.all(read)).filter((bytes, at) => !Buffer.from(bytes).equals(pattern(MiB, at + 1)))
      .length
  }
  await expect.poll(lost, { timeout: 30_000 }).toBe(0)
  await disks.exclusive([disk.id], () => check(disk.id))
})
