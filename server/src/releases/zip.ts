import { addAbortSignal, type Readable } from 'node:stream'
import { ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { readEntries } from './zip-entries.ts'
import { unreadable } from './unreadable.ts'

/** An open zip file. Its content is read where it lies; nothing is unpacked to the disk. */
export type Zip = AsyncDisposable & {
  has: (name: string) => boolean
  names: () => Iterable<string>
  /** Returns the unpacked size in bytes. @throws ReleaseRefused if there is no such file. */
  sizeOf: (name: string) => number
  /** Reads a file of at most `max` bytes into memory. @throws ReleaseRefused */
  read: (name: string, max: number) => Promise<Buffer>
  /** Opens a file. The stream fails unless it has exactly `sizeOf` bytes. @throws ReleaseRefused */
  open: (name: string, signal?: AbortSignal) => Promise<Readable>
}

/** Opens a zip file after checks of its list of entries. @throws ReleaseRefused */
export async function openZip(path: string): Promise<Zip> {
  const file = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(
    (error: unknown) => {
      throw unreadable(error)
    },
  )
  try {
    return zipOf(file, await readEntries(file))
  } catch (error) {
    await close(file)
    throw error
  }
}

function zipOf(file: ZipFile, entries: ReadonlyMap<string, Entry>): Zip {
  const find = (name: string): Entry => {
    const entry = entries.get(name)
    if (!entry) throw new ReleaseRefused(`The zip file has no ${name}.`)
    return entry
  }
  async function open(name: string, signal?: AbortSignal): Promise<Readable> {
    try {
      const stream = await file.openReadStreamPromise(find(name))
      return signal ? addAbortSignal(signal, stream) : stream
    } catch (error) {
      throw unreadable(error, name)
    }
  }
  return {
    has: (name) => entries.has(name),
    names: () => entries.keys(),
    sizeOf: (name) => find(name).uncompressedSize,
    open,
    async read(name, max) {
      const { uncompressedSize } = find(name)
      if (uncompressedSize > max)
        throw new ReleaseRefused(`${name} has ${uncompressedSize} bytes; at most ${max} are allowed.`)
      try {
        return Buffer.concat(await (await open(name)).toArray())
      } catch (error) {
        throw unreadable(error, name)
      }
    },
    [Symbol.asyncDispose]: () => close(file),
  }
}

function close(file: ZipFile): Promise<void> {
  const closed = new Promise<void>((resolve) => file.once('close', resolve))
  file.close()
  return closed
}
