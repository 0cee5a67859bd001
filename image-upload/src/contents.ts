import {
  bootFindings,
  type BootFindings,
  HEAD_LENGTH,
  imageFileProblem,
} from '@granary/domain/image-files.ts'
import { isQcow2, openQcow2, QCOW2_HEADER, Qcow2Error } from '@granary/domain/qcow2.ts'
import { type Source, UnreadableFileError } from './host.ts'

/** The bytes of an image, wherever they come from; read piece by piece. */
export type Contents = {
  /** In bytes; of a qcow2 file that of the disk that it stands for. */
  size: number
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  /** A piece of it by its place in a file, if it lies in one as it is. */
  slice?: (from: number, to: number) => Blob
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

/** Looks into a file. Only its beginning and, of a qcow2 file, its tables are read. */
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
    // By its contents it is known to be what it is called.
    return { format: 'qcow2', contents, head, findings: bootFindings(head, ''), unreadable: null }
  } catch (error) {
    const known = error instanceof Qcow2Error || error instanceof UnreadableFileError
    return { ...nothing, unreadable: known ? error.message : 'The file cannot be read' }
  }
}

/** Why a file cannot become an image with blocks of a size, or null. */
export const inspectionProblem = (
  { unreadable, contents, head }: Inspection,
  blockSize: number,
): string | null => unreadable ?? imageFileProblem({ size: contents.size, blockSize, head })

/** Comes with the first compressed image. The platform's own stream refuses what QEMU leaves behind the data. */
async function inflate(data: Uint8Array, length: number): Promise<Uint8Array> {
  const { inflateSync } = await import('fflate')
  return inflateSync(data, { out: new Uint8Array(length) })
}
