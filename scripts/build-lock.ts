import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Milliseconds between two looks at a lock that another process holds. */
const POLL_INTERVAL_MS = 200

/** Longest time that a build may take, on a very busy machine; milliseconds. */
const MAX_HELD_MS = 300_000

/**
 * Runs work while no other process of this machine runs work under the same lock file: two commands in two terminals may build the
 * same folder. The lock of a process that has ended doesn't count.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  while (!take(file)) {
    if (!isHeld(file)) rmSync(file, { force: true })
    else await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Creates the lock file, with the number of this process. @returns false if it exists. */
function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function isHeld(file: string): boolean {
  try {
    // After a restart of the machine another process may have the number.
    if (Date.now() - statSync(file).mtimeMs > MAX_HELD_MS) return false
    const holder = Number(readFileSync(file, 'utf8'))
    // Signal 0 only asks whether the process exists. A file without a number is about to get one.
    return holder === 0 || process.kill(holder, 0)
  } catch (error) {
    // Otherwise it is another user's process, or the lock was released just now and may have a new holder.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
