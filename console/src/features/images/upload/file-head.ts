import { HEAD_LENGTH } from '@granary/domain/image-files.ts'

const heads = new WeakMap<Blob, Uint8Array | null>()

/** The beginning of a file, by which one tells what it is; null when it cannot be read. */
export async function headOf(file: Blob): Promise<Uint8Array | null> {
  if (heads.has(file)) return heads.get(file)!
  const head = await file
    .slice(0, HEAD_LENGTH)
    .arrayBuffer()
    .then((bytes) => new Uint8Array(bytes))
    .catch(() => null)
  heads.set(file, head)
  return head
}

/** The same where one cannot wait: null while it has not been read. */
export const knownHead = (file: Blob): Uint8Array | null => heads.get(file) ?? null
