import { describe, expect, test } from 'vitest'
import { blockSizeWarning, bootWarnings, bootFindings, HEAD_LENGTH, imageFileProblem } from './image-files.ts'
import { GiB } from './sizes.ts'

function head(marks: Record<number, string | number[]> = {}): Uint8Array {
  const bytes = new Uint8Array(HEAD_LENGTH)
  for (const [offset, mark] of Object.entries(marks)) {
    const values = typeof mark === 'string' ? Array.from(mark, (letter) => letter.charCodeAt(0)) : mark
    bytes.set(values, Number(offset))
  }
  return bytes
}
const problem = (size: number, blockSize = 512, bytes: Uint8Array | null = head()) =>
  imageFileProblem({ size, blockSize, head: bytes })

describe('image content problems', () => {
  test.each([
    ['nothing', 1024, 512, null],
    ['empty', 0, 512, 'The file is empty'],
    ['no whole blocks', 1536, 2048, 'File size must be a multiple of the block size (2048 bytes)'],
    ['as large as a disk can be', 1023 * GiB, 4096, null],
    ['larger than any disk', 1024 * GiB, 4096, 'Can be at most 1023 GiB'],
  ])('%s', (_, size, blockSize, expected) => expect(problem(size, blockSize)).toBe(expected))

  test.each([
    ['VMDK', { 0: 'KDMV' }],
    ['VHDX', { 0: 'vhdxfile' }],
    ['VMDK', { 0: '# Disk DescriptorFile\n' }],
    ['VMDK', { 0: 'COWD' }],
    ['VHD', { 0: 'conectix' }],
    ['VDI', { 0x40: [0x7f, 0x10, 0xda, 0xbe] }],
    ['TAR', { 0x101: 'ustar\u000000' }],
    ['TAR', { 0x101: 'ustar  \u0000' }],
    ['gzip', { 0: [0x1f, 0x8b, 8] }],
    ['xz', { 0: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0] }],
    ['zstd', { 0: [0x28, 0xb5, 0x2f, 0xfd] }],
    ['bzip2', { 0: 'BZh9' }],
    ['ZIP', { 0: 'PK\u0003\u0004' }],
    ['7z', { 0: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] }],
  ])('recognizes %s by its content, whatever the file name', (name, marks) => {
    expect(problem(1024, 512, head(marks as Record<number, string>))).toContain(name)
    expect(problem(1024, 512, null)).toBeNull()
  })
})

describe('boot warnings', () => {
  test('accepts a partition table for the selected block size', () => {
    const found = bootFindings(head({ 512: 'EFI PART' }), 'debian.raw')
    expect([blockSizeWarning(found, 512), bootWarnings(found)]).toEqual([null, []])
  })
  test('names both block sizes if the partition table is for another one', () => {
    const found = bootFindings(head({ 4096: 'EFI PART' }), 'debian.raw')
    expect(blockSizeWarning(found, 512)).toMatch(/4096.*512/)
  })
  test('suggests blocks of 2048 bytes for a CD image', () => {
    const found = bootFindings(head({ 0x8001: 'CD001' }), 'debian.iso')
    expect(blockSizeWarning(found, 512)).toMatch(/2048.*512/)
    expect([blockSizeWarning(found, 2048), bootWarnings(found)]).toEqual([null, []])
  })
  test('does not suggest a block size without a signature, but warns about the file name', () => {
    const found = bootFindings(head(), 'debian.QCOW2')
    expect(blockSizeWarning(found, 512)).toBeNull()
    expect(bootWarnings(found)).toHaveLength(2)
  })
  test('finds no signature in a file that is too short for one', () => {
    expect(bootWarnings(bootFindings(new Uint8Array(10), 'x'))).toHaveLength(1)
  })
})
