import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One entry of a zip file: a text, or the path of a file. */
export type ZipContent = { text: string } | { path: string }

/** The time of every entry, so that the same content makes the same file. */
const TIME = new Date('2000-01-01T00:00:00Z')

/**
 * Writes a zip file.
 * @param entries content by name.
 * @param more tests force the format of large files, and add comments.
 * @throws Error if the file exists.
 */
export async function writeZip(
  file: string,
  entries: ReadonlyMap<string, ZipContent>,
  more: { forceZip64Format?: boolean; fileComment?: string } = {},
): Promise<void> {
  const zip = new ZipFile()
  const failed = new Promise<never>((_, reject) => zip.on('error', reject))
  for (const [name, content] of entries) {
    const options = { mtime: TIME, mode: 0o100_644, ...more }
    if ('text' in content) zip.addBuffer(Buffer.from(content.text), name, options)
    else zip.addFile(content.path, name, options)
  }
  zip.end({ forceZip64Format: more.forceZip64Format ?? false, comment: '' })
  await Promise.race([
    pipeline(zip.outputStream, createWriteStream(file, { flags: 'wx', mode: 0o644 })),
    failed,
  ])
}
