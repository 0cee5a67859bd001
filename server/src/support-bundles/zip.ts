import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { BundleContent, ReadBytes } from '@granary/control-plane/kit/base/bundle-host.ts'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { ZipFile } from 'yazl'

/** Makes a zip file of files that come one after another. No file is held in memory as a whole. */
export async function* pack(files: AsyncIterable<BundleContent>): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const feed = async () => {
    for await (const { name, content } of files) {
      const bytes = Readable.from(content)
      // The next file must not begin before this one was read: its source takes memory and turns of the database.
      zip.addReadStream(bytes, name)
      await finished(bytes)
    }
    zip.end()
  }
  const fed = feed()
  fed.catch((error: unknown) => out.destroy(error as Error))
  for await (const chunk of out) yield chunk as Uint8Array
  await fed
}

/** Reads a zip file where it lies. */
class Stored extends RandomAccessReader {
  readonly #read: ReadBytes

  constructor(read: ReadBytes) {
    super()
    this.#read = read
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end - 1))
  }
}

/** Opens one file of a zip file. @throws Error if there is no such file. */
export async function open(read: ReadBytes, size: number, name: string): Promise<AsyncIterable<Uint8Array>> {
  const zip = await fromRandomAccessReaderPromise(new Stored(read), size, { autoClose: false })
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return zip.openReadStreamPromise(entry)
  throw new Error(`the support bundle has no file ${name}`)
}
