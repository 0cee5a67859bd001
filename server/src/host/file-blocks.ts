import { DriverError } from '@granary/compute/driver-error.ts'
import { type BlockStore, CHUNK_SIZE } from '@granary/compute/store.ts'
import { mkdirSync } from 'node:fs'
import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A volume on the disk: a sparse file of its chunks, and a map file with one byte per chunk, 1 when it was written. */
type Volume = { data: FileHandle; map: FileHandle; written: Uint8Array }

/** Maximum number of volumes held open; each has two files. */
const OPEN_VOLUMES = 64

/**
 * Keeps the content of simulated disks in a folder, so that it survives the process and takes no memory. A chunk counts
 * as written only after its bytes are in the file, so a crash leaves no half-written chunk.
 */
export function fileBlocks(folder: string): BlockStore & { close: () => Promise<void> } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const opened = new Map<string, Promise<Volume>>()
  const users = new Map<string, number>()
  const pathsOf = (volume: string) => [join(folder, `${volume}.data`), join(folder, `${volume}.map`)] as const

  async function use<Result>(name: string, work: (volume: Volume) => Promise<Result>): Promise<Result> {
    const volume = opened.get(name) ?? openVolume(...pathsOf(name))
    // A used volume moves to the end, so the first is the one to close.
    opened.delete(name)
    opened.set(name, volume)
    users.set(name, (users.get(name) ?? 0) + 1)
    try {
      return await work(await volume)
    } finally {
      users.set(name, users.get(name)! - 1)
      if (opened.size > OPEN_VOLUMES) await closeIdle()
    }
  }

  async function closeIdle(): Promise<void> {
    const idle = [...opened.keys()].find((name) => !users.get(name))
    if (idle !== undefined) await closeVolume(idle)
  }

  async function closeVolume(name: string): Promise<void> {
    const volume = opened.get(name)
    opened.delete(name)
    users.delete(name)
    if (!volume) return
    const { data, map } = await volume
    await Promise.all([data.close(), map.close()])
  }

  return {
    read: (name, index) =>
      use(name, async ({ data, written }) => {
        if (!written[index]) return undefined
        const chunk = new Uint8Array(CHUNK_SIZE)
        await data.read(chunk, 0, CHUNK_SIZE, index * CHUNK_SIZE)
        return chunk
      }),
    write: (name, index, chunks) =>
      use(name, async (volume) => {
        await writeAll(volume.data, chunks, index * CHUNK_SIZE)
        const count = chunks.length / CHUNK_SIZE
        if (isWritten(volume, index, count)) return
        await writeAll(volume.map, new Uint8Array(count).fill(1), index)
        volume.written = withMarks(volume.written, index, count)
      }),
    sync: (name) =>
      use(name, async ({ data, map }) => {
        await data.datasync()
        await map.datasync()
        // Syncing the folder makes the names of new files durable.
        await using opened = await open(folder, 'r')
        await opened.sync()
      }),
    deleteVolume: async (name) => {
      await closeVolume(name)
      await Promise.all(pathsOf(name).map((path) => rm(path, { force: true })))
    },
    close: async () => {
      await Promise.all([...opened.keys()].map(closeVolume))
    },
  }
}

function isWritten({ written }: Volume, index: number, count: number): boolean {
  for (let at = index; at < index + count; at++) if (!written[at]) return false
  return true
}

/**
 * Writes once, and again only for bytes that the system did not take. @throws DriverError when the file system is full.
 */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
      at += bytesWritten
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    throw new DriverError('insufficient_capacity', `the data folder is full: ${message}`, { cause: error })
  }
}

async function openVolume(dataPath: string, mapPath: string): Promise<Volume> {
  const data = await openOrMake(dataPath)
  const map = await openOrMake(mapPath)
  return { data, map, written: new Uint8Array(await readFile(mapPath)) }
}

/** Opens a file for reading and writing. `r+` doesn't create a file, and `a+` would write at its end only. */
async function openOrMake(path: string): Promise<FileHandle> {
  await (await open(path, 'a', 0o600)).close()
  return open(path, 'r+')
}

function withMarks(written: Uint8Array, index: number, count: number): Uint8Array {
  const end = index + count
  if (end <= written.length) return written.fill(1, index, end)
  const longer = new Uint8Array(Math.max(end, written.length * 2))
  longer.set(written)
  return longer.fill(1, index, end)
}
