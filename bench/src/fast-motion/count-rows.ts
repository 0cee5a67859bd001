import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Sample } from './sample.ts'

/** The rows of each table, the changes so far, and figures that only the database knows. */
export type Counted = { rows: Record<string, number>; changes: number; figures?: Sample }

/** Counts the rows of each table in the copies of the databases, and the changes so far. */
export function countRows(copies: string): Counted {
  const rows: Record<string, number> = {}
  let changes = 0
  for (const file of ['granary.sqlite', 'granary.metrics.sqlite']) {
    const database = new DatabaseSync(join(copies, file))
    const numbers = (query: string) => database.prepare(query).all() as { name: string; count: number }[]
    const tables = numbers(
      `select name, 0 as count from sqlite_schema where type = 'table' and name not like 'sqlite%'`,
    )
    for (const { name } of tables)
      rows[name] = numbers(`select '' as name, count(*) as count from "${name}"`)[0]!.count
    if ('change_log' in rows && changes === 0)
      changes = numbers(`select '' as name, max(seq) as count from change_log`)[0]!.count
    database.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(join(copies, file + ending), { force: true })
  }
  return { rows, changes }
}
