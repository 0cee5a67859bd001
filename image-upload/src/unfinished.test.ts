import { GiB } from '@granary/domain/sizes.ts'
import { expect, test, vi } from 'vitest'
import type { Ask } from './host.ts'
import { describeDisk, namesOfDisk, newNames, readDescription } from './temporary.ts'
import { goOnProblem, type Unfinished, unfinishedUploads } from './unfinished.ts'

test('the description of a disk is read again', () => {
  const wish = { name: 'debian', fileName: 'debian 13 from here.raw' }
  expect(readDescription(describeDisk(wish))).toEqual({ image: 'debian', fileName: wish.fileName })
  expect(describeDisk({ name: 'a'.repeat(63), fileName: 'b'.repeat(2000) }).length).toBeLessThanOrEqual(512)
  expect(readDescription('of somebody')).toEqual({ image: null, fileName: null })
})

test('the names of what belongs to a disk are known from its own', () => {
  const names = newNames()
  expect(namesOfDisk(names.disk)).toEqual(names)
  expect(namesOfDisk('tmp-for-image-of-mine')).toBeNull()
})

test('disks of uploads are found, the last one first, and nothing else that is called so', async () => {
  const disk = (name: string, timeCreated: string, description = '') => ({
    name,
    timeCreated,
    description,
    size: GiB,
    blockSize: 512,
    state: { state: 'import_ready' },
  })
  const items = [
    disk('tmp-for-image-1', '2026-01-01T00:00:00Z'),
    disk('not-tmp-for-image-2', '2026-01-03T00:00:00Z'),
    disk('tmp-for-image-3', '2026-01-02T00:00:00Z', describeDisk({ name: 'debian', fileName: 'd.raw' })),
  ]
  const found = await unfinishedUploads(vi.fn(async () => ({ items })) as unknown as Ask, 'shop')
  expect(found.map(({ disk, image, fileName }) => [disk, image, fileName])).toEqual([
    ['tmp-for-image-3', 'debian', 'd.raw'],
    ['tmp-for-image-1', null, null],
  ])
})

test('an upload goes on only with a file that fits its disk', () => {
  const unfinished: Unfinished = {
    disk: 'tmp-for-image-1',
    image: 'debian',
    fileName: 'debian.raw',
    state: 'importing_from_bulk_writes',
    size: 2 * GiB,
    blockSize: 512,
    begun: new Date(0),
  }
  const contents = (size: number) => ({ size, read: async () => new Uint8Array() })
  expect(goOnProblem(unfinished, contents(2 * GiB), 512)).toBeNull()
  expect(goOnProblem(unfinished, contents(GiB + 1), 512)).toBeNull()
  expect(goOnProblem(unfinished, contents(GiB), 512)).toContain('This is not the file')
  expect(goOnProblem(unfinished, contents(2 * GiB), 4096)).toContain('blocks of 512 bytes')
  expect(goOnProblem({ ...unfinished, state: 'detached' }, contents(2 * GiB), 512)).toContain('is detached')
})
