import {
  bootFindings,
  type BootFindings,
  HEAD_LENGTH,
  imageFileProblem,
} from '@granary/domain/image-files.ts'
import { isQcow2, openQcow2, QCOW2_HEADER, Qcow2Error } from '@granary/domain/qcow2.ts'
import { type Source, UnreadableFileError } from './host.ts'

/** The content of an image, from any source. Read in chunks. */
export type Contents = {
  /** In bytes; for a qcow2 file, the virtual size. */
  size: number
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Returns a part of the underlying file, if the content is stored in one unchanged. */
  slice?: (from: number, to: number) => Blob
}

/** Findings about a file before its upload. */
export type Inspection = {
  format: 'raw' | 'qcow2'
  contents: Contents
  /** First bytes of the content. */
  head: Uint8Array
  findings: BootFindings
  /** Why the file can't be read, or null. */
  unreadable: string | null
}

/** Inspects a file. Reads only its first bytes and, for a qcow2 file, its tables. */
export async function inspect(source: Source): Promise<Inspection> {
  const nothing = {
    format: 'raw',
    contents: source,
    head: new Uint8Array(),
    findings: bootFindings(new Uint8Array(), ''),
  } as const
  try {
    if (!isQcow2(await source.read(0, QCOW2_HEADER))) {
      const head = await source.read(0, HEAD_LENGTH)
      return { ...nothing, head, findings: bootFindings(head, source.name), unreadable: null }
    }
    const contents = await openQcow2((offset, length) => source.read(offset, offset + length), inflate)
    const head = await contents.read(0, Math.min(contents.size, HEAD_LENGTH))
    // The content confirms the format, so the name needs no check.
    return { format: 'qcow2', contents, head, findings: bootFindings(head, ''), unreadable: null }
  } catch (error) {
    const known = error instanceof Qcow2Error || error instanceof UnreadableFileError
    return { ...nothing, unreadable: known ? error.message : 'The file cannot be read' }
  }
}

/** Returns why a file can't become an image with this block size, or null. */
export const inspectionProblem = (
  { unreadable, contents, head }: Inspection,
  blockSize: number,
): string | null => unreadable ?? imageFileProblem({ size: contents.size, blockSize, head })

/** Loaded with the first compressed image. The platform's own stream rejects QEMU's padding after the data. */
async function inflate(data: Uint8Array, length: number): Promise<Uint8Array> {
  const { inflateSync } = await import('fflate')
  return inflateSync(data, { out: new Uint8Array(length) })
}
