import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'

/** No table contradicts another, and usage is the sum of the running instances. */
export function expectConsistent(file: string): void {
  const database = new DatabaseSync(file)
  const rows = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((row) => ({ ...row }))
  expect(rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(rows('pragma foreign_key_check')).toEqual([])
  const charged =
    'select coalesce(sum(cpus), 0) as cpus, coalesce(sum(memory), 0) as memory from provisioned where scope_id in (select id from silo)'
  const existing =
    "select count(*) as cpus, count(*) * 1073741824 as memory from instance where wanted_state = 'running'"
  expect(rows(charged)).toEqual(rows(existing))
  const creates = `select count(*) as creates from change_log where kind = 'instance' and action = 'created'`
  const known = `select count(distinct resource_id) as creates from change_log where kind = 'instance' and action = 'created'`
  expect(rows(creates)).toEqual(rows(known))
  database.close()
}
