import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigurationError } from './configuration.ts'

/**
 * Creates the data folder, readable for this user only.
 * @throws ConfigurationError when it can't be created or written to.
 */
export function makeDataFolder(folder: string): void {
  try {
    for (const missing of missingFolders(resolve(folder))) mkdirSync(missing, { mode: 0o700 })
    // Fails with EEXIST when a file is in its place.
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(`the data folder ${folder} cannot be written to: ${message}`)
  }
}

/** Returns the free space of the data folder in bytes. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Lists the missing folders, outermost first. They are created one by one: where a file system refuses with "no such
 * file" (as /proc does), Node's recursive mkdir retries forever.
 */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder]
}
