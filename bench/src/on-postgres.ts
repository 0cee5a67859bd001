import { startPostgres } from '../../control-plane/test/postgres.ts'

/**
 * Measures something on a PostgreSQL server of its own.
 * @param measured for the message if there is no PostgreSQL.
 * @param measure gets the settings of a Granary server on that database.
 * @returns undefined without PostgreSQL.
 */
export async function onPostgres<Result>(
  measured: string,
  measure: (settings: Record<string, string>) => Promise<Result>,
): Promise<Result | undefined> {
  const postgres = await startPostgres()
  if ('missing' in postgres) {
    console.warn(`${measured} on PostgreSQL are not measured: ${postgres.missing}`)
    return undefined
  }
  try {
    return await measure({ GRANARY_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}
