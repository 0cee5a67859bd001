import { deflateSync } from 'fflate'
import { expect, test } from 'vitest'
import { inspect, inspectionProblem } from './contents.ts'

const fileOf = (name: string, bytes: Uint8Array) => ({
  name,
  size: bytes.length,
  read: async (from: number, to: number) => bytes.slice(from, to),
})

/** A qcow2 file with one compressed cluster, followed by unrelated bytes. */
function qcow2(cluster: Uint8Array): Uint8Array {
  const file = new Uint8Array(5 * 4096)
  const at = new DataView(file.buffer)
  at.setUint32(0, 0x51_46_49_fb)
  at.setUint32(4, 3)
  at.setUint32(20, 12)
  at.setBigUint64(24, 8192n)
  at.setUint32(36, 1)
  at.setBigUint64(40, 4096n)
  at.setUint32(100, 112)
  at.setBigUint64(4096, 8192n)
  const data = deflateSync(cluster)
  file.set(data, 3 * 4096)
  file.fill(0xaa, 3 * 4096 + data.length)
  const sectors = Math.floor((data.length - 1) / 512)
  at.setBigUint64(8192, (1n << 62n) | (BigInt(sectors) << 58n) | 12288n)
  return file
}

test('reads the disk of a qcow2 file, including compressed clusters', async () => {
  const cluster = Uint8Array.from({ length: 4096 }, (_, at) => (at < 512 ? at % 251 : 0))
  cluster.set(new TextEncoder().encode('EFI PART'), 512)
  const file = fileOf('debian.qcow2', qcow2(cluster))
  const found = await inspect(file)
  expect([found.format, found.contents.size, found.unreadable]).toEqual(['qcow2', 8192, null])
  expect(await found.contents.read(0, 8192)).toEqual(Uint8Array.from([...cluster, ...new Uint8Array(4096)]))
  expect(found.findings).toEqual({ efiBlockSize: 512, isCd: false, nameSaysCompressed: false })
  expect(inspectionProblem(found, 512)).toBeNull()
})

test('refuses an unreadable file with the reason', async () => {
  const bytes = qcow2(new Uint8Array(4096))
  bytes[15] = 1
  const file = fileOf('overlay.qcow2', bytes)
  const found = await inspect(file)
  expect(inspectionProblem(found, 512)).toContain('builds on another file')
})

test('reads any other file as it is', async () => {
  const file = fileOf('debian.qcow2', new Uint8Array(1024).fill(3))
  const found = await inspect(file)
  expect([found.format, found.findings.nameSaysCompressed]).toEqual(['raw', true])
  expect(await found.contents.read(512, 1024)).toEqual(new Uint8Array(512).fill(3))
  expect(inspectionProblem(found, 4096)).toContain('multiple of the block size')
})
