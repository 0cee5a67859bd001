import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { loadDataset } from '@granary/control-plane/dataset/load.ts'
import { DatasetError } from '@granary/control-plane/dataset/problem.ts'
import type { Services } from '@granary/control-plane/kit/context/services.ts'
import { isEmpty, setUp } from '@granary/control-plane/start/first-start.ts'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'

/**
 * The outcome for the database: not empty and unchanged, a data set loaded, or the first administrator created, whose
 * password is null when the settings gave it.
 */
export type FirstStart =
  | { did: 'nothing' }
  | { did: 'load'; file: string }
  | { did: 'set up'; user: string; password: string | null }

/**
 * Fills an empty database: with a data set, or with the first silo and its administrator. Does nothing on later starts.
 * @throws ConfigurationError when the data set can't be loaded.
 */
export async function firstStart(services: Services, configuration: Configuration): Promise<FirstStart> {
  if (!(await isEmpty(services))) return { did: 'nothing' }
  const { dataset, adminPassword } = configuration
  try {
    if (dataset) {
      await loadFile(services, dataset)
      return { did: 'load', file: dataset }
    }
    const password = adminPassword ?? randomBytes(12).toString('base64url')
    await setUp(services, password)
    return { did: 'set up', user: 'admin', password: adminPassword ? null : password }
  } catch (error) {
    // Another server that started on the same database was faster.
    if (!(error instanceof ConfigurationError) && !(await isEmpty(services))) return { did: 'nothing' }
    throw error
  }
}

async function loadFile(services: Services, file: string): Promise<void> {
  try {
    await loadDataset(services, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new ConfigurationError(`--dataset: there is no file ${file}`)
    if (error instanceof SyntaxError)
      throw new ConfigurationError(`--dataset: ${file} is not JSON: ${message}`)
    if (code || error instanceof DatasetError) throw new ConfigurationError(`--dataset: ${file}: ${message}`)
    throw error
  }
}

/** Whether a data set has anything that a driver must make. One that can't be read is refused later, with its reason. */
export function hasMachinesIn(file: string): boolean {
  try {
    const dataset = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown[] | undefined>
    return ['instances', 'disks', 'snapshots', 'images'].some((kind) => (dataset[kind]?.length ?? 0) > 0)
  } catch {
    return false
  }
}
