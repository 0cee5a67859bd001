import { fixedQuery } from './fixed-query.ts'
import type { Services } from './services.ts'

/**
 * Returns a value that differs after every committed change of users, roles, groups, sessions and tokens, by this
 * server or another one. Triggers of the database count these changes.
 */
export async function accessVersion(services: Pick<Services, 'db' | 'engine'>): Promise<string> {
  const [sum] = await fixedQuery(
    services,
    [accessVersion, 'sum'],
    (db) => db.selectFrom('access_version').select((row) => row.fn.sum('version').as('version')),
    [],
  )
  return String(sum?.version)
}
