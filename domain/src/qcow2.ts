/** Reads bytes of the file; fewer at its end, none beyond it. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>
/** Decompresses the first `length` bytes of raw deflate data. Arbitrary bytes may follow the data. */
export type Inflate = (data: Uint8Array, length: number) => Promise<Uint8Array>

/** The content of a qcow2 file, read like a raw file. */
export type Qcow2 = {
  /** Virtual size of the disk, in bytes. */
  size: number
  /** Returns the bytes of the disk from one offset up to another. */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
}

/** Why a qcow2 file can't be read, in words for the user. */
export class Qcow2Error extends Error {
  override name = 'Qcow2Error'
}

/** Number of bytes that tell whether a file can be read. */
export const QCOW2_HEADER = 112

const MAGIC = 0x51_46_49_fb
const OFFSET_BITS = 0x00_ff_ff_ff_ff_ff_fe_00n
const COMPRESSED = 1n << 62n
const ZEROS = 1n
const SECTOR = 512
/** QEMU's limit on the size of the L1 table. */
const MAX_L1_BYTES = 32 * 1024 * 1024

type Header = { version: number; clusterBits: number; size: number; l1Size: number; l1Offset: number }

/** Whether a file starts with the magic of qcow2. */
export const isQcow2 = (head: Uint8Array): boolean => head.length >= 4 && view(head).getUint32(0) === MAGIC

/**
 * Parses the header of a qcow2 file (QEMU's docs/interop/qcow2.txt).
 * @throws Qcow2Error for unsupported files: encrypted, damaged, or with a backing or external data file.
 */
export function qcow2Header(head: Uint8Array): Header {
  if (head.length < 72 || !isQcow2(head)) throw new Qcow2Error('The file is no qcow2 image')
  const at = view(head)
  const version = at.getUint32(4)
  if (version !== 2 && version !== 3) throw new Qcow2Error(`qcow2 version ${version} is not known`)
  if (at.getBigUint64(8) !== 0n)
    throw new Qcow2Error('The image builds on another file. Flatten it first: qemu-img convert -O qcow2')
  if (at.getUint32(32) !== 0) throw new Qcow2Error('The image is encrypted')
  if (version === 3) refuseFeatures(head)
  const clusterBits = at.getUint32(20)
  const size = Number(at.getBigUint64(24))
  const l1Size = at.getUint32(36)
  const l1Offset = Number(at.getBigUint64(40))
  const spanned = 2 ** (clusterBits + clusterBits - 3)
  if (clusterBits < 9 || clusterBits > 21 || l1Size * 8 > MAX_L1_BYTES || l1Size * spanned < size)
    throw new Qcow2Error('The image is damaged: its header contradicts itself')
  return { version, clusterBits, size, l1Size, l1Offset }
}

/** @throws Qcow2Error if the file uses an unknown incompatible feature. */
function refuseFeatures(head: Uint8Array): void {
  if (head.length < 104) throw new Qcow2Error('The image ends within its header')
  const at = view(head)
  const features = at.getBigUint64(72)
  if (features & 2n)
    throw new Qcow2Error('The image is marked as damaged. Repair it first: qemu-img check -r all')
  if (features & 4n) throw new Qcow2Error('The data of the image is in another file')
  const hasType = features & 8n && at.getUint32(100) > 104
  if (hasType && head.length < 105) throw new Qcow2Error('The image ends within its header')
  if (hasType && at.getUint8(104) !== 0)
    throw new Qcow2Error('The image is compressed with zstd. Convert it first: qemu-img convert -O qcow2')
  // The first bit marks stale reference counts, which this reader doesn't use.
  if (features & ~0b1011n)
    throw new Qcow2Error(
      'The image uses features of qcow2 that cannot be read here. Convert it first: qemu-img convert -O qcow2',
    )
}

/**
 * Opens a qcow2 file. Keeps only a few L2 tables in memory at a time.
 * @throws Qcow2Error if the file can't be read.
 */
export async function openQcow2(read: ReadBytes, inflate: Inflate): Promise<Qcow2> {
  const header = qcow2Header(await read(0, QCOW2_HEADER))
  const clusterSize = 2 ** header.clusterBits
  const entries = clusterSize / 8
  const l1 = view(await exactly(read, header.l1Offset, header.l1Size * 8))
  const tables = new Map<number, Promise<DataView>>()

  const tableAt = (offset: number): Promise<DataView> => {
    const table = tables.get(offset) ?? exactly(read, offset, clusterSize).then(view)
    // The most recently used table comes last.
    tables.delete(offset)
    tables.set(offset, table)
    for (const oldest of tables.keys()) {
      if (tables.size <= TABLES) break
      tables.delete(oldest)
    }
    return table
  }
  async function cluster(index: number): Promise<Uint8Array | null> {
    const tableOffset = Number(l1.getBigUint64(Math.floor(index / entries) * 8) & OFFSET_BITS)
    if (tableOffset === 0) return null
    const entry = (await tableAt(tableOffset)).getBigUint64((index % entries) * 8)
    if (entry & COMPRESSED) return compressed(entry)
    const offset = Number(entry & OFFSET_BITS)
    if (offset === 0 || (header.version === 3 && entry & ZEROS)) return null
    const bytes = await read(offset, clusterSize)
    if (bytes.length === 0) throw tooShort()
    return bytes
  }
  async function compressed(entry: bigint): Promise<Uint8Array> {
    const bits = BigInt(62 - (header.clusterBits - 8))
    const offset = Number(entry & ((1n << bits) - 1n))
    const sectors = Number((entry & (COMPRESSED - 1n)) >> bits) + 1
    const data = await read(offset, sectors * SECTOR - (offset % SECTOR))
    const bytes = await inflate(data, clusterSize).catch(() => null)
    if (bytes?.length !== clusterSize)
      throw new Qcow2Error('The image is damaged: compressed data cannot be read')
    return bytes
  }
  return {
    size: header.size,
    read: async (from, to) => {
      const bytes = new Uint8Array(to - from)
      for (let at = from; at < to;) {
        const within = at % clusterSize
        const end = Math.min(to, at - within + clusterSize)
        const found = await cluster(Math.floor(at / clusterSize))
        // Unallocated clusters and everything beyond the end of the file read as zeros.
        if (found) bytes.set(found.subarray(within, within + end - at), at - from)
        at = end
      }
      return bytes
    },
  }
}

/** Maximum number of cached L2 tables. With the usual cluster size, one table maps half a gigabyte of the disk. */
const TABLES = 16

async function exactly(read: ReadBytes, offset: number, length: number): Promise<Uint8Array> {
  const bytes = await read(offset, length)
  if (bytes.length !== length) throw tooShort()
  return bytes
}

const tooShort = () => new Qcow2Error('The image is damaged: the file ends too early')

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
