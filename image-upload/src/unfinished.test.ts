import { GiB } from '@granary/domain/sizes.ts'
import { expect, test, vi } from 'vitest'
import type { Ask } from './host.ts'
import { describeDisk, namesOfDisk, newNames, readDescription } from './temporary.ts'
import { canResume, resumeProblem, type Unfinished, unfinishedUploads } from './unfinished.ts'

test('reads the description of a disk back', () => {
  const labels = { os: 'a "b" \\ (c)', version: '13", version "14' }
  const wish = {
    name: 'debian',
    fileName: 'debian 13 from (OS "x") here.raw',
    ...labels,
    contents: { size: 4096 },
  }
  expect(readDescription(describeDisk(wish))).toEqual({
    image: 'debian',
    fileName: wish.fileName,
    ...labels,
    bytes: 4096,
  })
  const long = { ...wish, name: 'a'.repeat(63), fileName: 'b'.repeat(2000) }
  expect(describeDisk(long).length).toBe(512)
  expect(readDescription(describeDisk({ ...long, os: 'o'.repeat(255) }))).toMatchObject({
    image: long.name,
    os: null,
    fileName: expect.stringMatching(/^b{300,}$/),
  })
  const before = 'temporary disk for importing the image debian from d (OS "1", version "2", 3 bytes).raw'
  expect(readDescription(before)).toMatchObject({ image: 'debian', os: null, bytes: null })
  const changed = describeDisk(wish).replace('\\\\', '\\q')
  expect(readDescription(changed)).toMatchObject({ image: 'debian', os: null, fileName: wish.fileName })
  expect(readDescription('of somebody')).toMatchObject({ image: null, fileName: null, bytes: null })
})

test('derives the temporary names from the name of the disk', () => {
  const names = newNames()
  expect(namesOfDisk(names.disk)).toEqual(names)
  expect(namesOfDisk('tmp-for-image-of-mine')).toBeNull()
})

test('finds the disks of uploads, the latest first, and no others', async () => {
  const debian = { name: 'debian', fileName: 'd.raw', os: 'debian', version: '13', contents: { size: 1 } }
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
    disk('tmp-for-image-3', '2026-01-02T00:00:00Z', describeDisk(debian)),
  ]
  const found = await unfinishedUploads(vi.fn(async () => ({ items })) as unknown as Ask, 'shop')
  expect(found.map(({ disk, image, fileName }) => [disk, image, fileName])).toEqual([
    ['tmp-for-image-3', 'debian', 'd.raw'],
    ['tmp-for-image-1', null, null],
  ])
})

test('resumes an upload only with a file that fits its disk', () => {
  const unfinished: Unfinished = {
    disk: 'tmp-for-image-1',
    image: 'debian',
    fileName: 'debian.raw',
    os: 'debian',
    version: '13',
    bytes: 2 * GiB,
    isWhole: false,
    state: 'importing_from_bulk_writes',
    size: 2 * GiB,
    blockSize: 512,
    begun: new Date(0),
  }
  const contents = (size: number) => ({ size, read: async () => new Uint8Array() })
  expect(resumeProblem(unfinished, contents(2 * GiB), 512)).toBeNull()
  expect(resumeProblem(unfinished, contents(GiB + 1), 512)).toBeNull()
  expect(resumeProblem(unfinished, contents(GiB), 512)).toContain('This is not the file')
  expect(resumeProblem(unfinished, contents(2 * GiB), 4096)).toContain('blocks of 512 bytes')
  expect(resumeProblem({ ...unfinished, state: 'detached' }, contents(2 * GiB), 512)).toContain('is detached')
  const whole = { ...unfinished, state: 'detached', isWhole: true } as const
  expect(resumeProblem(whole, contents(2 * GiB), 512)).toBeNull()
  expect(resumeProblem(whole, contents(2 * GiB - 512), 512)).toContain('not the file that was uploaded')
})

test.each([
  ['import_ready', 'ready', false, true],
  ['finalizing', 'creating', true, true],
  ['detached', 'ready', true, true],
  ['detached', 'faulted', false, false],
  ['detached', null, false, false],
] as const)(
  'with a disk %s and a snapshot %s, all bytes have arrived: %s; can be resumed: %s',
  async (state, snapshot, isWhole, goesOn) => {
    const items = [
      {
        name: 'tmp-for-image-1',
        timeCreated: '',
        description: '',
        size: GiB,
        blockSize: 512,
        state: { state },
      },
    ]
    const snapshots = snapshot
      ? [
          { name: 'tmp-snapshot-1', state: snapshot },
          { name: 'other', state: 'ready' },
        ]
      : []
    const ask = async ({ id }: { id: string }) => ({ items: id === 'snapshotList' ? snapshots : items })
    const [found] = await unfinishedUploads(ask as unknown as Ask, 'shop')
    expect([found!.isWhole, canResume(found!, true)]).toEqual([isWhole, goesOn])
  },
)
