import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

const CLUSTER = 65536

/** Writes a file that is deleted after the test; returns its path. */
export function imageFile(name: string, bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'granary-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Returns varying bytes without zeros. */
export function patterned(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = seed
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = (state >>> 24) | 1
  }
  return bytes
}

/**
 * Returns a qcow2 file (QEMU's docs/interop/qcow2.txt) of whole clusters: those of zeros are left out, and every second
 * one of the others is compressed.
 */
export function qcow2Of(disk: Uint8Array): Uint8Array {
  const count = disk.length / CLUSTER
  const l2 = new DataView(new ArrayBuffer(CLUSTER))
  const data: Uint8Array[] = []
  // Header, L1 table and one L2 table precede the data.
  let at = 3 * CLUSTER
  for (let index = 0; index < count; index++) {
    const cluster = disk.subarray(index * CLUSTER, (index + 1) * CLUSTER)
    if (cluster.every((byte) => byte === 0)) continue
    const compressed = index % 2 === 1 ? deflateRawSync(cluster) : null
    const stored = compressed ?? cluster
    const sectors = BigInt(Math.floor((stored.length - 1) / 512))
    const entry = compressed ? (1n << 62n) | (sectors << 54n) | BigInt(at) : (1n << 63n) | BigInt(at)
    l2.setBigUint64(index * 8, entry)
    // The rest of a compressed cluster's last sector doesn't belong to it.
    const padded = new Uint8Array(Math.ceil(stored.length / CLUSTER) * CLUSTER).fill(0xaa)
    padded.set(stored)
    data.push(padded)
    at += padded.length
  }
  const head = new DataView(new ArrayBuffer(2 * CLUSTER))
  head.setUint32(0, 0x51_46_49_fb)
  head.setUint32(4, 3)
  head.setUint32(20, 16)
  head.setBigUint64(24, BigInt(disk.length))
  head.setUint32(36, 1)
  head.setBigUint64(40, BigInt(CLUSTER))
  head.setUint32(100, 104)
  head.setBigUint64(CLUSTER, BigInt(2 * CLUSTER))
  return Buffer.concat([Buffer.from(head.buffer), Buffer.from(l2.buffer), ...data])
}
