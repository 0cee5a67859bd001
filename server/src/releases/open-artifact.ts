import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { readTargets } from './documents.ts'
import { entryOf } from './artifacts.ts'
import { MAX_LONG_DOCUMENT } from './limits.ts'
import { openZip, type Zip } from './zip.ts'

/**
 * Opens a file of a kept release by its SHA-256. The stream fails at its end if the bytes are not the ones that were verified.
 * @throws Error if the release is not here, or has no such file.
 */
export async function openArtifact(path: string, hash: string): Promise<ReadableStream<Uint8Array>> {
  const entry = await findEntry(path, hash)
  // The zip file is opened when the stream is read, so that a stream which is never read keeps nothing open.
  return Readable.toWeb(Readable.from(verified(path, entry, hash))) as ReadableStream<Uint8Array>
}

async function findEntry(path: string, hash: string): Promise<string> {
  await using zip = await openZip(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error('the file of the release is not on this server; upload it here again')
      : error
  })
  for (const name of zip.names()) {
    if (!/^metadata\/(\d+\.)?targets\.json$/.test(name)) continue
    const found = await entryIn(zip, name, hash)
    if (found) return found
  }
  throw new Error(`the release has no file with the SHA-256 ${hash}`)
}

async function entryIn(zip: Zip, name: string, hash: string): Promise<string | undefined> {
  const { targets } = readTargets(await zip.read(name, MAX_LONG_DOCUMENT), name).signed
  const target = Object.values(targets).find(({ hashes }) => hashes['sha256'] === hash)
  if (!target) return undefined
  return [false, true]
    .map((consistentSnapshot) => entryOf(target, { consistentSnapshot }))
    .find((entry) => zip.has(entry))
}

async function* verified(path: string, entry: string, hash: string): AsyncGenerator<Uint8Array> {
  await using zip = await openZip(path)
  const digest = createHash('sha256')
  const stream = await zip.open(entry)
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      digest.update(part)
      yield part
    }
  } finally {
    stream.destroy()
  }
  if (digest.digest('hex') !== hash) throw new Error(`${entry} has changed since the release was verified`)
}
