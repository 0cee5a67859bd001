import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigurationError } from './configuration.ts'

/**
 * Makes the folder of everything that is kept, for this user only.
 * @throws ConfigurationError when it cannot be made or written to.
 */
export function makeDataFolder(folder: string): void {
  try {
    for (const missing of missingFolders(resolve(folder))) mkdirSync(missing, { mode: 0o700 })
    // Says that a file is in its place.
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(`the data folder ${folder} cannot be written to: ${message}`)
  }
}

/** Returns how many bytes are left for the data folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Outermost first. They are made one by one: where a file system refuses with "no such file" (as /proc does), Node's
 * recursive mkdir tries again for ever.
 */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder]
}
