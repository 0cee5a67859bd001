import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary.ts'
import { openImage } from './open-image.ts'

const CLUSTER = 65_536

/** Returns a qcow2 file with one compressed cluster, as `qemu-img convert -c` writes it. */
function compressed(content: Buffer, change: (file: Buffer) => void = () => {}): Buffer {
  const data = deflateRawSync(content)
  const file = Buffer.alloc(3 * CLUSTER + Math.ceil((data.length + 100) / 512) * 512)
  file.writeUInt32BE(0x51_46_49_fb, 0)
  file.writeUInt32BE(3, 4)
  file.writeUInt32BE(16, 20)
  file.writeBigUInt64BE(BigInt(2 * CLUSTER), 24)
  file.writeUInt32BE(1, 36)
  file.writeBigUInt64BE(BigInt(CLUSTER), 40)
  file.writeUInt32BE(104, 100)
  file.writeBigUInt64BE(BigInt(2 * CLUSTER), CLUSTER)
  const offset = 3 * CLUSTER + 100
  data.copy(file, offset)
  const sectors = Math.floor(((offset % 512) + data.length - 1) / 512)
  file.writeBigUInt64BE((1n << 62n) | (BigInt(sectors) << 54n) | BigInt(offset), 2 * CLUSTER)
  change(file)
  return file
}

/** Opens a file with this content. @returns what it reads, or the message of the error. */
async function read(file: Buffer, blockSize = 512) {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, file)
  try {
    const image = await openImage(path, blockSize)
    try {
      return { size: image.size, bytes: Buffer.from(await image.read(0, image.size)) }
    } finally {
      await image.close()
    }
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

test('reads raw files as they are', async () => {
  const file = randomBytes(1024)
  expect(await read(file)).toEqual({ size: 1024, bytes: file })
})

test('reads compressed qcow2 files', async () => {
  const content = Buffer.concat([randomBytes(CLUSTER / 2), Buffer.alloc(CLUSTER / 2)])
  expect(await read(compressed(content))).toEqual({
    size: 2 * CLUSTER,
    bytes: Buffer.concat([content, Buffer.alloc(CLUSTER)]),
  })
})

test.each<[string, Buffer, string]>([
  ['an empty file', Buffer.alloc(0), 'The file is empty.'],
  [
    'a compressed file',
    Buffer.concat([Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), Buffer.alloc(506)]),
    'The file is compressed with xz. Raw images, ISO files and qcow2 images can be uploaded; convert it first.',
  ],
  [
    'a header alone',
    compressed(Buffer.alloc(CLUSTER)).subarray(0, 120),
    'The image is damaged: the file ends too early.',
  ],
  [
    'a cluster that inflates to more than itself',
    compressed(Buffer.alloc(64 * CLUSTER)),
    'The image is damaged: compressed data cannot be read.',
  ],
  [
    'a cluster far beyond the file',
    compressed(Buffer.alloc(CLUSTER), (file) =>
      file.writeBigUInt64BE(0x00_ff_ff_ff_ff_ff_fe_00n, 2 * CLUSTER),
    ),
    'The image is damaged: the file ends too early.',
  ],
  [
    'a table far beyond the file',
    compressed(Buffer.alloc(CLUSTER), (file) => file.writeBigUInt64BE(0x00_ff_ff_ff_ff_ff_fe_00n, CLUSTER)),
    'The image is damaged: the file ends too early.',
  ],
  [
    'a disk of an exabyte',
    compressed(Buffer.alloc(CLUSTER), (file) => file.writeBigUInt64BE(1n << 60n, 24)),
    'The image is damaged: its header contradicts itself.',
  ],
  [
    'a part of another file',
    compressed(Buffer.alloc(CLUSTER), (file) => file.writeBigUInt64BE(1n, 8)),
    'The image builds on another file. Flatten it first: qemu-img convert -O qcow2.',
  ],
])('refuses %s', async (_, file, message) => expect(await read(file)).toBe(`FetchRefusal: ${message}`))

test('says when the file is gone', async () => {
  await expect(openImage(join(temporaryFolder(), 'none'), 512)).rejects.toThrow(
    'The downloaded file is gone. Retry the fetch.',
  )
})
