import { openDatabase } from '@granary/server/database/open.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { migrations } from '../database/migrations/index.ts'

type Reference = { table: string; to: string; column: string; onDelete: string }

/** Tables that `deleteSilo` deletes from, or whose rows make it refuse to delete a silo. */
const HANDLED_REFERENCES = ['silo_user.silo_id', 'silo_group.silo_id', 'project.silo_id', 'image.silo_id']

let database: Awaited<ReturnType<typeof openDatabase>>
let references: Reference[]
beforeAll(async () => {
  database = await openDatabase('file::memory:')
  await migrate(database.db, database.engine, migrations)
  const { rows } = await sql<Reference>`
    select m.name as "table", f."table" as "to", f."from" as "column", f.on_delete as "onDelete"
    from sqlite_schema as m, pragma_foreign_key_list(m.name) as f
    where m.type = 'table'`.execute(database.db)
  references = rows
})
afterAll(() => database.close())

test('every table with rows of a silo or of its users is deleted with it', () => {
  const gone = new Set(['silo', 'silo_user', 'silo_group'])
  for (const table of gone)
    for (const reference of references.filter(({ to }) => to === table)) {
      const { table: from, column, onDelete } = reference
      if (HANDLED_REFERENCES.includes(`${from}.${column}`)) continue
      expect(reference).toMatchObject({ onDelete: expect.stringMatching(/^(CASCADE|SET NULL)$/) })
      if (onDelete === 'CASCADE') gone.add(from)
    }
  expect([...gone]).toEqual(expect.arrayContaining(['session', 'ssh_key', 'access_token', 'certificate']))
})
