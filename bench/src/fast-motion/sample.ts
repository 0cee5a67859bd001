import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { round } from '../report.ts'

const MiB = 2 ** 20
/** Folder within the data folder with the latest copy of the databases. */
const COPY = 'copy'

/** What a server uses, by name. */
export type Sample = Record<string, number>

/**
 * Samples what this process uses, and copies its databases for `countRows`. Nothing writes to them
 * during the copy, because SQLite runs in this thread.
 */
export async function takeSample(data: string): Promise<Sample> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc!()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const handles = process.getActiveResourcesInfo()
  const sizes = ['granary.sqlite', 'granary.metrics.sqlite'].map((file) => copyDatabase(data, file))
  const blocks = readdirSync(join(data, 'blocks'))
  return {
    'resident memory (MiB)': round(rss / MiB),
    'heap after a collection (MiB)': round(heapUsed / MiB),
    'memory outside of the heap (MiB)': round(external / MiB),
    'main database (MiB)': round(sizes[0]!.file / MiB),
    'its write-ahead log (MiB)': round(sizes[0]!.wal / MiB),
    'database of metrics (MiB)': round(sizes[1]!.file / MiB),
    'its write-ahead log, of metrics (MiB)': round(sizes[1]!.wal / MiB),
    'files of disks': blocks.length,
    'open files and sockets': readdirSync('/proc/self/fd').length,
    'pending timers': handles.filter((kind) => kind === 'Timeout').length,
    'other pending work of Node': handles.filter((kind) => kind !== 'Timeout').length,
  }
}

function copyDatabase(data: string, name: string): { file: number; wal: number } {
  const sizes = ['', '-wal'].map((ending) => {
    const path = join(data, name + ending)
    if (!existsSync(path)) return 0
    copyFileSync(path, join(data, COPY, name + ending))
    return statSync(path).size
  })
  return { file: sizes[0]!, wal: sizes[1]! }
}
