import {
  bootFindings,
  type BootFindings,
  HEAD_LENGTH,
  imageFileProblem,
} from '@granary/domain/image-files.ts'
import { isQcow2, openQcow2, QCOW2_HEADER, Qcow2Error } from '@granary/domain/qcow2.ts'

/** The bytes of an image, wherever they come from; read piece by piece. */
export type Contents = {
  /** In bytes; of a qcow2 file that of the disk that it stands for. */
  size: number
  read: (from: number, to: number) => Promise<Uint8Array>
}

/** What was found out about a file before it is uploaded. */
export type Inspection = {
  format: 'raw' | 'qcow2'
  contents: Contents
  /** The beginning of the contents. */
  head: Uint8Array
  findings: BootFindings
  /** Why it cannot be read at all, or null. */
  unreadable: string | null
}

const inspections = new WeakMap<Blob, Inspection>()

/** The file was moved, changed or taken away since it was chosen. */
export class UnreadableFileError extends Error {
  constructor() {
    super('The file can no longer be read. It may have been changed or moved since it was chosen.')
    this.name = 'UnreadableFileError'
  }
}

/** Looks into a file, once. Only its beginning and, of a qcow2 file, its tables are read. */
export async function inspect(file: File): Promise<Inspection> {
  const known = inspections.get(file)
  if (known) return known
  const found = await look(file)
  inspections.set(file, found)
  return found
}

/** The same where one cannot wait: undefined while it has not been looked into. */
export const inspected = (file: File): Inspection | undefined => inspections.get(file)

/** What is wrong with a file as an image with blocks of a size, as far as it has been looked into; or null. */
export function fileProblem(file: File | null, blockSize: number): string | null {
  if (!file) return 'Image file is required'
  const found = inspections.get(file)
  if (found?.unreadable) return found.unreadable
  return imageFileProblem({ size: found?.contents.size ?? file.size, blockSize, head: found?.head ?? null })
}

async function look(file: File): Promise<Inspection> {
  const raw = { size: file.size, read: readerOf(file) }
  const nothing = {
    format: 'raw',
    contents: raw,
    head: new Uint8Array(),
    findings: bootFindings(new Uint8Array(), ''),
  } as const
  try {
    if (!isQcow2(await raw.read(0, QCOW2_HEADER))) {
      const head = await raw.read(0, HEAD_LENGTH)
      return { ...nothing, head, findings: bootFindings(head, file.name), unreadable: null }
    }
    const contents = await openQcow2((offset, length) => raw.read(offset, offset + length), inflate)
    const head = await contents.read(0, Math.min(contents.size, HEAD_LENGTH))
    // By its contents it is known to be what it is called.
    return { format: 'qcow2', contents, head, findings: bootFindings(head, ''), unreadable: null }
  } catch (error) {
    const known = error instanceof Qcow2Error || error instanceof UnreadableFileError
    return { ...nothing, unreadable: known ? error.message : 'The file cannot be read' }
  }
}

const readerOf = (file: Blob) => async (from: number, to: number) => {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer())
  } catch {
    // The browser keeps only the place of a file.
    throw new UnreadableFileError()
  }
}

/** Comes with the first compressed image. The browser's own stream refuses what QEMU leaves behind the data. */
async function inflate(data: Uint8Array, length: number): Promise<Uint8Array> {
  const { inflateSync } = await import('fflate')
  return inflateSync(data, { out: new Uint8Array(length) })
}
