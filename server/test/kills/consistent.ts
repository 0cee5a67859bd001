import { sql } from 'kysely'
import { expect } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { expectDerived } from './derived.ts'
import { expectOwners } from './owners.ts'
import { expectRackOwned } from './rack.ts'

/** The database of a server that does not run, and its data folder. */
export type Stored = { url: string; data: string }

/**
 * Checks that no table contradicts another. It holds after every commit, so also when a server was killed.
 * @param isSettled whether no work was left, so that nothing may be in progress.
 */
export async function expectConsistent({ url, data }: Stored, isSettled: boolean): Promise<void> {
  const database = await openDatabase(url)
  try {
    if (database.engine === 'sqlite') {
      const rows = async (query: string) => (await sql.raw(query).execute(database.db)).rows
      expect(await rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
      expect(await rows('pragma foreign_key_check')).toEqual([])
    }
    await expectDerived(database.db)
    await expectOwners(database.db, isSettled)
    if (isSettled) await expectRackOwned(database.db, data)
  } finally {
    await database.close()
  }
}
