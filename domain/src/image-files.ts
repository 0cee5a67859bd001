import { BLOCK_SIZES, type BlockSize, GiB, MAX_DISK_SIZE } from './sizes.ts'

/** Number of bytes at the beginning of a file that identify its format. */
export const HEAD_LENGTH = 0x8006

type Format = { name: string; offset: number; magic: readonly number[] | string }

const COMPRESSIONS = {
  gzip: [0x1f, 0x8b, 0x08],
  xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
} as const
/** How a file can be compressed so that the server unpacks it. */
export type Compression = keyof typeof COMPRESSIONS

/** Returns how the first bytes say that a file is compressed, or null. */
export const compressionOf = (head: Uint8Array): Compression | null =>
  (Object.keys(COMPRESSIONS) as Compression[]).find((name) => has(head, 0, COMPRESSIONS[name])) ?? null

const FORMATS: readonly Format[] = [
  { name: 'a VMDK image', offset: 0, magic: 'KDMV' },
  { name: 'a VMDK image', offset: 0, magic: 'COWD' },
  { name: 'the description of a VMDK image', offset: 0, magic: '# Disk DescriptorFile' },
  // A fixed VHD is a raw disk with a footer, and can be used.
  { name: 'a VHD image', offset: 0, magic: 'conectix' },
  { name: 'a VHDX image', offset: 0, magic: 'vhdxfile' },
  { name: 'a VDI image', offset: 0x40, magic: [0x7f, 0x10, 0xda, 0xbe] },
  { name: 'a TAR archive, as OVA files are', offset: 0x101, magic: 'ustar' },
  { name: 'compressed with gzip', offset: 0, magic: COMPRESSIONS.gzip },
  { name: 'compressed with xz', offset: 0, magic: COMPRESSIONS.xz },
  { name: 'compressed with zstd', offset: 0, magic: COMPRESSIONS.zstd },
  { name: 'compressed with lz4', offset: 0, magic: [0x04, 0x22, 0x4d, 0x18] },
  { name: 'compressed with lzip', offset: 0, magic: 'LZIP' },
  { name: 'compressed with bzip2', offset: 0, magic: 'BZh' },
  { name: 'a ZIP archive', offset: 0, magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'a 7z archive', offset: 0, magic: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { name: 'a RAR archive', offset: 0, magic: 'Rar!' },
  { name: 'a Debian package', offset: 0, magic: '!<arch>' },
  { name: 'a Parallels image', offset: 0, magic: 'WithoutFreeSpace' },
  { name: 'a Parallels image', offset: 0, magic: 'WithouFreSpacExt' },
  { name: 'a QED image', offset: 0, magic: 'QED\0' },
  { name: 'a PDF document', offset: 0, magic: '%PDF-' },
  { name: 'a signature', offset: 0, magic: '-----BEGIN PGP' },
]

/** A page in place of the file: a site's error, a sign-in, or the page around a download. */
const isWebPage = (head: Uint8Array): boolean =>
  /^(?:\uFEFF|\s)*<(?:!doctype html|html|\?xml)/i.test(String.fromCharCode(...head.subarray(0, 512)))

/** Returns the unsupported format that the first bytes indicate (`a VMDK image`), or null. */
export const foreignFormat = (head: Uint8Array): string | null =>
  FORMATS.find(({ offset, magic }) => has(head, offset, magic))?.name ??
  (isWebPage(head) ? 'a web page' : null)

/** Bytes at the beginning of a download after which it is known whether it can be an image. */
export const EARLY_LENGTH = 512

/**
 * Returns why a file that begins so is no image, or null. Compressed files are unpacked before they are looked at.
 * @param head at least {@link EARLY_LENGTH} bytes, or the whole file.
 */
export function earlyProblem(head: Uint8Array): string | null {
  const format = compressionOf(head) ? null : foreignFormat(head)
  return (
    format &&
    `The file is ${format}. Raw images, ISO files and qcow2 images can be fetched, also compressed with gzip, xz or zstd`
  )
}

/**
 * Returns what is wrong with the content of an image, or null.
 * @param size in bytes; for a qcow2 file, the virtual size.
 * @param head first {@link HEAD_LENGTH} bytes, or null if they have not been read yet.
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

/** Hints from the first bytes and the file name about whether the image can boot. */
export type BootFindings = {
  /** Block size at which a GPT (UEFI) partition table was found, or null. */
  efiBlockSize: BlockSize | null
  /** Whether the file is a CD image (ISO 9660). */
  isCd: boolean
  /** Whether the file name suggests compression or a format other than raw. */
  nameSaysCompressed: boolean
}

const EFI = 'EFI PART'
const CD = 'CD001'
const CD_OFFSET = 0x8001

/** Collects the hints that are available before an upload. */
export const bootFindings = (head: Uint8Array, fileName: string): BootFindings => ({
  efiBlockSize: BLOCK_SIZES.find((size) => has(head, size, EFI)) ?? null,
  isCd: has(head, CD_OFFSET, CD),
  nameSaysCompressed: /\.(gz|7z|qcow2|vmdk)$/i.test(fileName),
})

/** Returns why a block size other than the selected one seems right, or null. */
export function blockSizeWarning({ efiBlockSize, isCd }: BootFindings, blockSize: number): string | null {
  if (efiBlockSize !== null)
    return efiBlockSize === blockSize
      ? null
      : `There is an EFI partition table for blocks of ${efiBlockSize} bytes, and the block size is set to ${blockSize}.`
  return isCd && blockSize !== 2048
    ? `This is the image of a CD, which has blocks of 2048 bytes, and the block size is set to ${blockSize}.`
    : null
}

/** Returns reasons why an instance may not boot from the image; empty if there are none. */
export function bootWarnings({ efiBlockSize, isCd, nameSaysCompressed }: BootFindings): string[] {
  const doubts: string[] = []
  if (efiBlockSize === null && !isCd)
    doubts.push('There is neither an EFI partition table nor the mark of a CD, at any block size.')
  if (nameSaysCompressed)
    doubts.push('By its name it is compressed or of another format, and by its contents it is neither.')
  return doubts
}

function has(bytes: Uint8Array, offset: number, magic: readonly number[] | string): boolean {
  const expected = typeof magic === 'string' ? Array.from(magic, (letter) => letter.charCodeAt(0)) : magic
  return expected.every((byte, at) => bytes[offset + at] === byte)
}
