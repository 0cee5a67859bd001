import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { diskSpec, GiB, pattern } from '@granary/compute/conformance/specs.ts'
import { run } from '../run.ts'
import { openStorage } from './testing.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'disks-'))
  ends.push(() => rm(folder, { recursive: true }))
  return folder
}

async function storageIn(folder: string) {
  const storage = await openStorage(folder)
  ends.push(() => storage.close())
  return storage
}

const MiB = 1024 ** 2

test('blocks are written side by side, read back and survive a restart', async () => {
  const folder = await makeFolder()
  const { disks, close } = await storageIn(folder)
  const disk = diskSpec({ kind: 'importing' })
  await disks.create(disk)
  const bytes = pattern(3 * MiB, 7)
  const parts = [0, 1, 2].map((part) => bytes.subarray(part * MiB, (part + 1) * MiB))
  await Promise.all(parts.map((part, index) => disks.write(disk.id, (5 + index) * MiB, part)))
  await disks.sync(disk.id)
  expect(await disks.read(disk.id, 5 * MiB, 3 * MiB)).toEqual(bytes)
  expect(await disks.read(disk.id, 4 * MiB, MiB)).toEqual(new Uint8Array(MiB))
  await close()
  const again = await storageIn(folder)
  expect(await again.disks.read(disk.id, 5 * MiB, 3 * MiB)).toEqual(bytes)
})

test('zeros that overwrite data read as zeros', async () => {
  const { disks } = await storageIn(await makeFolder())
  const disk = diskSpec()
  await disks.create(disk)
  await disks.write(disk.id, 0, pattern(MiB, 3))
  await disks.write(disk.id, 0, new Uint8Array(MiB))
  expect(await disks.read(disk.id, 0, MiB)).toEqual(new Uint8Array(MiB))
})

test('a second owner of the folder is refused with a sentence', async () => {
  const folder = await makeFolder()
  await storageIn(folder)
  await expect(openStorage(folder)).rejects.toThrow(/another Granary server runs the machines of/)
})

test('files of an interrupted creation are swept when the folder is opened', async () => {
  const folder = await makeFolder()
  const { close, disks } = await storageIn(folder)
  const disk = diskSpec()
  await disks.create(disk)
  await close()
  await writeFile(join(folder, 'layers/l0123456789abcdef.qcow2'), 'half')
  const again = await storageIn(folder)
  expect(await readdir(join(folder, 'layers'))).toEqual([`${again.disks.find(disk.id)!.layer}.qcow2`])
})

test('a file that names another one is not opened', async () => {
  const folder = await makeFolder()
  const { disks } = await storageIn(folder)
  const disk = diskSpec()
  await disks.create(disk)
  const path = join(folder, 'layers', `${disks.find(disk.id)!.layer}.qcow2`)
  await run('qemu-img', [
    'create',
    '-q',
    '-f',
    'qcow2',
    '-o',
    'data_file=/etc/hostname,data_file_raw=on',
    path,
    '1M',
  ]).catch(() => {})
  const header = await open(path, 'r+')
  await header.write(Buffer.from([0, 0, 0, 0, 0, 0, 0, 4]), 0, 8, 72)
  await header.close()
  await expect(disks.read(disk.id, 0, 4096)).rejects.toThrow(/is damaged/)
})

test('a file whose header names a backing file reads without it', async () => {
  const folder = await makeFolder()
  const { disks } = await storageIn(folder)
  const disk = diskSpec()
  await disks.create(disk)
  const path = join(folder, 'layers', `${disks.find(disk.id)!.layer}.qcow2`)
  await run('qemu-img', ['rebase', '-u', '-f', 'qcow2', '-F', 'raw', '-b', '/etc/passwd', path])
  expect(await disks.read(disk.id, 0, 4096)).toEqual(new Uint8Array(4096))
})

/** A step on one of a few disks, snapshots and images. */
const step = fc.record({
  action: fc.constantFrom(
    'disk',
    'copy',
    'write',
    'snapshot',
    'image',
    'forget disk',
    'forget snapshot',
    'forget image',
  ),
  pick: fc.nat(1000),
})

test('whatever the order of deletion, contents stay, and at the end no file is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const folder = await makeFolder()
      const { disks, close } = await openStorage(folder)
      const model = {
        disk: new Map<string, number>(),
        snapshot: new Map<string, number>(),
        image: new Map<string, number>(),
      }
      const any = (kind: keyof typeof model, pick: number) => {
        const ids = [...model[kind]]
        return ids[pick % ids.length]
      }
      for (const { action, pick } of steps) {
        const id = crypto.randomUUID()
        const [disk, snapshot, image] = [any('disk', pick), any('snapshot', pick), any('image', pick)]
        if (action === 'disk' || (action === 'write' && !disk)) {
          await disks.create(diskSpec({ kind: 'blank' }, { id }))
          model.disk.set(id, 0)
        } else if (action === 'copy' && (snapshot ?? image)) {
          const source = snapshot
            ? ({ kind: 'snapshot', snapshotId: snapshot[0] } as const)
            : ({ kind: 'image', imageId: image![0] } as const)
          await disks.create(diskSpec(source, { id, size: 2 * GiB }))
          model.disk.set(id, (snapshot ?? image)![1])
        } else if (action === 'write' && disk) {
          await disks.write(disk[0], 0, new Uint8Array(4096).fill(pick % 256))
          model.disk.set(disk[0], pick % 256)
        } else if (action === 'snapshot' && disk) {
          await disks.snapshot({ id, diskId: disk[0] })
          model.snapshot.set(id, disk[1])
        } else if (action === 'image' && snapshot) {
          await disks.createImage({ id, snapshotId: snapshot[0] })
          model.image.set(id, snapshot[1])
        } else if (action === 'forget disk' && disk) {
          await disks.delete(disk[0])
          model.disk.delete(disk[0])
        } else if (action === 'forget snapshot' && snapshot) {
          await disks.deleteFrozen('snapshot', snapshot[0])
          model.snapshot.delete(snapshot[0])
        } else if (action === 'forget image' && image) {
          await disks.deleteFrozen('image', image[0])
          model.image.delete(image[0])
        }
        for (const [known, value] of model.disk)
          expect(await disks.read(known, 0, 4096)).toEqual(new Uint8Array(4096).fill(value))
      }
      for (const id of model.image.keys()) await disks.deleteFrozen('image', id)
      for (const id of model.disk.keys()) await disks.delete(id)
      for (const id of model.snapshot.keys()) await disks.deleteFrozen('snapshot', id)
      expect(await readdir(join(folder, 'layers'))).toEqual([])
      await close()
    }),
    { numRuns: 8 },
  )
})
