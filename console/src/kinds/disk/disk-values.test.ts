import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { bodyOf, copyOf, emptyDisk, maxGib, sizeProblem } from './disk-values.ts'

const disk = (more: Partial<typeof emptyDisk>) => ({ ...emptyDisk, name: 'data', ...more })

test('requires a disk to be at least as large as its source, and a read-only disk to be exactly as large', () => {
  const from = { source: 'image' as const, imageId: 'i1' }
  expect(sizeProblem(disk({ ...from, sizeGib: 6 }), 6.5 * GiB)).toBe(
    'Must be as large as selected image (min. 7 GiB)',
  )
  expect(sizeProblem(disk({ ...from, sizeGib: 7 }), 6.5 * GiB)).toBeNull()
  expect(sizeProblem(disk({ ...from, sizeGib: 8, readOnly: true }), 7 * GiB)).toMatch(/exactly as large/)
  expect(sizeProblem(disk({ ...from, sizeGib: 7, readOnly: true }), 7 * GiB)).toBeNull()
})

test('suggests the size of the source, rounded up, but at least the default size', () => {
  expect(copyOf('snapshot', { id: 's1', size: 3 * GiB })).toMatchObject({ snapshotId: 's1', sizeGib: 10 })
  expect(copyOf('image', { id: 'i1', size: 41 * GiB })).toMatchObject({
    source: 'image',
    imageId: 'i1',
    snapshotId: null,
    sizeGib: 50,
  })
})

test('limits the size of distributed disks only', () => {
  expect(sizeProblem(disk({ sizeGib: 1023 }), undefined)).toBeNull()
  expect(sizeProblem(disk({ sizeGib: 1024 }), undefined)).toBe('Can be at most 1023 GiB')
  expect(sizeProblem(disk({ sizeGib: 4096, type: 'local' }), undefined)).toBeNull()
  expect(sizeProblem(disk({ sizeGib: null }), undefined)).toBe('Size is required')
  expect(Number.isSafeInteger(maxGib('local') * GiB)).toBe(true)
})

test('sends only the fields of the chosen source', () => {
  const rest = { name: 'data', description: '', size: 10 * GiB }
  expect(bodyOf(disk({ type: 'local' }))).toEqual({ ...rest, diskBackend: { type: 'local' } })
  expect(bodyOf(disk({ blockSize: '512' }))).toEqual({
    ...rest,
    diskBackend: { type: 'distributed', diskSource: { type: 'blank', blockSize: 512 } },
  })
  expect(bodyOf(disk({ source: 'snapshot', snapshotId: 's1', readOnly: true }))).toEqual({
    ...rest,
    diskBackend: { type: 'distributed', diskSource: { type: 'snapshot', snapshotId: 's1', readOnly: true } },
  })
  expect(bodyOf(disk({ source: 'image', imageId: 'i1' }))).toEqual({
    ...rest,
    diskBackend: { type: 'distributed', diskSource: { type: 'image', imageId: 'i1', readOnly: false } },
  })
})
