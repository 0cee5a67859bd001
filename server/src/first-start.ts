import { existsSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { loadDataset } from '@granary/control-plane/dataset/load.ts'
import type { Services } from '@granary/control-plane/kit/services.ts'
import { isEmpty, setUp } from '@granary/control-plane/start/first-start.ts'
import { type Configuration, ConfigurationError } from './configuration.ts'

export type FirstAdministrator = { name: string; password: string; generated: boolean }

/**
 * Fills an empty database: with a data set, or with the first silo and its administrator. Does nothing on later starts.
 * @returns the administrator whose password nobody knows yet; null when there is none to tell of.
 */
export async function firstStart(
  services: Services,
  configuration: Configuration,
): Promise<FirstAdministrator | null> {
  if (!(await isEmpty(services))) return null
  if (configuration.dataset) {
    await loadDataset(services, readDataset(configuration.dataset))
    return null
  }
  const password = configuration.adminPassword ?? randomBytes(12).toString('base64url')
  await setUp(services, password)
  return { name: 'admin', password, generated: configuration.adminPassword === null }
}

function readDataset(file: string): unknown {
  if (!existsSync(file)) throw new ConfigurationError(`--dataset: there is no file ${file}`)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigurationError(`--dataset: ${file} is not JSON: ${(error as Error).message}`)
  }
}
