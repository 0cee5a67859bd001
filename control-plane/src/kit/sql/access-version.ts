import { rawWriter } from '../../database/session.ts'
import type { Reader } from '../context/reader.ts'

/** Counts a change of access in a table that has no trigger, so that every server reads its callers again. */
export const noteAccessChange = (context: { db: Reader }): Promise<unknown> =>
  rawWriter(context)
    .updateTable('access_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('shard', '=', 0)
    .execute()
