import { BLOCK_SIZES, type BlockSize, GiB, MAX_DISK_SIZE } from './sizes.ts'

/** So much of the beginning of a file has to be read to tell what it is, in bytes. */
export const HEAD_LENGTH = 0x8006

const FORMATS: readonly { name: string; offset: number; magic: readonly number[] | string }[] = [
  { name: 'a VMDK image', offset: 0, magic: 'KDMV' },
  { name: 'a VHDX image', offset: 0, magic: 'vhdxfile' },
  { name: 'a VDI image', offset: 0x40, magic: [0x7f, 0x10, 0xda, 0xbe] },
  { name: 'compressed with gzip', offset: 0, magic: [0x1f, 0x8b, 0x08] },
  { name: 'compressed with xz', offset: 0, magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: 'compressed with zstd', offset: 0, magic: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: 'compressed with bzip2', offset: 0, magic: 'BZh' },
  { name: 'a ZIP archive', offset: 0, magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'a 7z archive', offset: 0, magic: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
]

/** By its beginning: which format that cannot be read a file has (`a VMDK image`), or null. */
export const foreignFormat = (head: Uint8Array): string | null =>
  FORMATS.find(({ offset, magic }) => has(head, offset, magic))?.name ?? null

/**
 * What is wrong with the contents of an image, or null.
 * @param size in bytes; of a qcow2 file that of the disk that it stands for.
 * @param head its first {@link HEAD_LENGTH} bytes, or null while they have not been read.
 */
export function imageFileProblem({
  size,
  blockSize,
  head,
}: {
  size: number
  blockSize: number
  head: Uint8Array | null
}): string | null {
  if (size === 0) return 'The file is empty'
  const format = head && foreignFormat(head)
  if (format)
    return `The file is ${format}. Raw images, ISO files and qcow2 images can be uploaded; convert it first`
  if (size % blockSize !== 0) return `File size must be a multiple of the block size (${blockSize} bytes)`
  return size > MAX_DISK_SIZE ? `Can be at most ${MAX_DISK_SIZE / GiB} GiB` : null
}

/** What the beginning and the name of a file say about starting from it. */
export type BootFindings = {
  /** The block size at which there is a partition table of UEFI, or null. */
  efiBlockSize: BlockSize | null
  /** Whether it is the image of a CD (ISO 9660). */
  isCd: boolean
  /** Whether the name is that of a compressed file or of another format than raw. */
  nameSaysCompressed: boolean
}

const EFI = 'EFI PART'
const CD = 'CD001'
const CD_OFFSET = 0x8001

/** Reads what is known before anything is uploaded. */
export const bootFindings = (head: Uint8Array, fileName: string): BootFindings => ({
  efiBlockSize: BLOCK_SIZES.find((size) => has(head, size, EFI)) ?? null,
  isCd: has(head, CD_OFFSET, CD),
  nameSaysCompressed: /\.(gz|7z|qcow2|vmdk)$/i.test(fileName),
})

/** Why another block size than the chosen one looks right, or null. */
export function blockSizeDoubt({ efiBlockSize, isCd }: BootFindings, blockSize: number): string | null {
  if (efiBlockSize !== null)
    return efiBlockSize === blockSize
      ? null
      : `There is an EFI partition table for blocks of ${efiBlockSize} bytes, and the block size is set to ${blockSize}.`
  return isCd && blockSize !== 2048
    ? `This is the image of a CD, which has blocks of 2048 bytes, and the block size is set to ${blockSize}.`
    : null
}

/** Why an instance may not boot from it; nothing when it looks fine. */
export function bootDoubts({ efiBlockSize, isCd, nameSaysCompressed }: BootFindings): string[] {
  const doubts: string[] = []
  if (efiBlockSize === null && !isCd)
    doubts.push('There is neither an EFI partition table nor the mark of a CD, at any block size.')
  if (nameSaysCompressed)
    doubts.push('By its name it is compressed or of another format, and by its contents it is neither.')
  return doubts
}

function has(bytes: Uint8Array, offset: number, magic: readonly number[] | string): boolean {
  const wanted = typeof magic === 'string' ? Array.from(magic, (letter) => letter.charCodeAt(0)) : magic
  return wanted.every((byte, at) => bytes[offset + at] === byte)
}
