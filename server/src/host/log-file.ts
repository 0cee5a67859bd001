import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { KiB, MiB } from '@granary/domain/sizes.ts'

/** Bytes of one file. With the one before, that is how much of the log is kept. */
const MAX_BYTES = 8 * MiB
/** Bytes that wait for the data folder. */
const MAX_WAITING = 256 * KiB

const folderOf = (data: string): string => join(data, 'logs')
const NEWEST = 'server.log'
const BEFORE = 'server.1.log'

/** The newest lines of the log, kept in the data folder for support bundles. */
export type LogFile = {
  /** Takes a line with its end. It is written at the end of the turn, with others. */
  write: (line: string) => void
  /** Begins to write to the data folder: first the lines so far. */
  open: (data: string) => void
  /** Writes what waits. Called before the process exits, too. */
  flush: () => void
  /** Writes what waits, and closes the file until the next line: why a start failed comes after everything else. */
  close: () => void
}

/** Makes a log file. A disk that takes no more lines loses them: the log on standard error has them. */
export function logFile(maxBytes = MAX_BYTES): LogFile {
  let waiting: string[] = []
  let bytes = 0
  let folder: string | null = null
  let file: { descriptor: number; size: number } | null = null
  let isScheduled = false

  function flush(): void {
    isScheduled = false
    if (folder === null || waiting.length === 0) return
    const text = waiting.join('')
    waiting = []
    bytes = 0
    try {
      if (file && file.size > maxBytes) {
        closeFile()
        renameSync(join(folder, NEWEST), join(folder, BEFORE))
      }
      file ??= openFile(folder)
      file.size += writeSync(file.descriptor, text)
    } catch {
      closeFile()
    }
  }

  function closeFile(): void {
    const { descriptor } = file ?? {}
    file = null
    if (descriptor !== undefined) closeSync(descriptor)
  }

  return {
    write(line) {
      if (bytes > MAX_WAITING) return
      waiting.push(line)
      bytes += line.length
      if (isScheduled || folder === null) return
      isScheduled = true
      setImmediate(flush)
    },
    open(data) {
      folder = folderOf(data)
      flush()
    },
    flush,
    close() {
      flush()
      closeFile()
    },
  }
}

function openFile(folder: string): { descriptor: number; size: number } {
  // The data folder itself is not made again: the program that keeps it has removed it.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  const path = join(folder, NEWEST)
  const size = existsSync(path) ? statSync(path).size : 0
  return { descriptor: openSync(path, 'a', 0o600), size }
}

/** Reads the lines of the log that the data folder keeps, from a time on. Lines without a time follow the one before. */
export async function* keptLines(data: string, since: Date): AsyncIterable<string> {
  const from = since.toISOString()
  let isLate = false
  for (const name of [BEFORE, NEWEST]) {
    const path = join(folderOf(data), name)
    if (!existsSync(path)) continue
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      const time = /"time":"([^"]+)"/.exec(line)?.[1]
      if (time !== undefined) isLate = time >= from
      if (isLate) yield line
    }
  }
}
