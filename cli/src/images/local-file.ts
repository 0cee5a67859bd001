import { type Source, UnreadableFileError } from '@granary/image-upload/host.ts'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { usage } from '../exit-codes.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'it must not be read',
  EPERM: 'it must not be read',
}

/**
 * Opens a file for reading chunks in any order.
 * @throws CommandError 2 with the reason if it can't be read or is not a regular file.
 */
export async function openLocalFile(path: string): Promise<Source & { close: () => Promise<void> }> {
  const refuse = (error: NodeJS.ErrnoException): never => {
    throw usage(`${path} cannot be read: ${REASONS[error.code ?? ''] ?? error.message}`)
  }
  // Checked first, because opening a pipe blocks until it has a writer.
  const before = await stat(path).catch(refuse)
  if (!before.isFile()) throw usage(`${path} is ${before.isDirectory() ? 'a folder' : 'not a regular file'}`)
  const file = await open(path).catch(refuse)
  return {
    name: basename(path),
    size: before.size,
    async read(from, to) {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, before.size) - from))
      let done = 0
      while (done < bytes.length) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done)
        if (bytesRead === 0) throw new UnreadableFileError()
        done += bytesRead
      }
      // A mix of two versions of the file is not a valid image.
      if ((await file.stat()).mtimeMs !== before.mtimeMs) throw new UnreadableFileError()
      return bytes
    },
    close: () => file.close(),
  }
}
