import { ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'
import type { Entry, ZipFile } from 'yauzl'
import { MAX_DIRECTORY, MAX_ENTRIES } from './limits.ts'
import { unreadable } from './unreadable.ts'

/** Reads the list of entries of a zip file by name. @throws ReleaseRefused */
export async function readEntries(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > MAX_ENTRIES)
    throw new ReleaseRefused(
      `The zip file has ${file.entryCount} entries; at most ${MAX_ENTRIES} are allowed.`,
    )
  const entries = new Map<string, Entry>()
  let directory = 0
  let packed = 0
  try {
    for await (const entry of file.eachEntry()) {
      directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      packed += entry.compressedSize
      if (directory > MAX_DIRECTORY)
        throw new ReleaseRefused(`The list of entries of the zip file is longer than ${MAX_DIRECTORY} bytes.`)
      // Entries that share their bytes unpack to far more than the file has.
      if (packed > file.fileSize) throw new ReleaseRefused('Entries of the zip file overlap.')
      const problem = problemOf(entry)
      if (problem) throw new ReleaseRefused(problem)
      if (entries.has(entry.fileName))
        throw new ReleaseRefused(`The zip file has two entries with the name ${entry.fileName}.`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw unreadable(error)
  }
  return entries
}

/** Names are repeated in messages, so they are short and visible. */
const NAME = /^[\x20-\x7e]{1,256}$/
const FILE_TYPE = 0o170_000
const [NO_TYPE, FILE, FOLDER] = [0, 0o100_000, 0o040_000]

/** Returns what is wrong with an entry, or null. */
function problemOf(entry: Entry): string | null {
  const { fileName } = entry
  if (!NAME.test(fileName))
    return 'The zip file has an entry whose name is not 1 to 256 printable ASCII characters.'
  const title = `The entry ${fileName} of the zip file`
  if (entry.isEncrypted()) return `${title} is encrypted.`
  const isFolder = fileName.endsWith('/')
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  if (type !== NO_TYPE && type !== (isFolder ? FOLDER : FILE))
    return `${title} is neither a file nor a folder.`
  if (isFolder && entry.uncompressedSize > 0) return `${title} is a folder with content.`
  return entry.canDecodeFileData() ? null : `${title} is compressed with another method than deflate.`
}
