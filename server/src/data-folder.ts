import { accessSync, constants, mkdirSync } from 'node:fs'
import { ConfigurationError } from './configuration.ts'

/**
 * Makes the folder of everything that is kept, for this user only.
 * @throws ConfigurationError when it cannot be made or written to.
 */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(`the data folder ${folder} cannot be written to: ${message}`)
  }
}
