import { prepareDatabase } from '@granary/control-plane/control-plane.ts'
import type { OpenDatabase } from './open-database.ts'
import { withoutPassword } from './postgres.ts'

/**
 * Brings the tables of an open database up to date.
 * @throws Error with a sentence that names the database, such as when a file is damaged or the disk is full.
 */
export async function prepare(database: OpenDatabase, url: string): Promise<void> {
  try {
    await prepareDatabase(database)
  } catch (error) {
    // Errors of the engines have a code. All others, such as that of a database of a newer version, are sentences.
    if (!(error instanceof Error) || !('errcode' in error || 'code' in error)) throw error
    const place =
      database.engine === 'sqlite'
        ? `file ${url.replace(/^file:(\/\/)?/, '')}, or that of metrics beside it,`
        : withoutPassword(url)
    throw new Error(`the database ${place} cannot be used: ${error.message}`, { cause: error })
  }
}
