import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './open.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'granary-sqlite-'))
  file = join(folder, 'granary.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const module = new URL('./open.ts', import.meta.url).href
/** Runs a program in another process that opens the file and then executes the code. */
const program = (more: string) => [
  '--input-type=module',
  '-e',
  `
  import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
  const { openDatabase } = await import(${JSON.stringify(module)})
  const { db } = await openDatabase(${JSON.stringify(`file:${file}`)})
  ${more}`,
]

test('keeps the data of a file, with and without slashes in its URL', async () => {
  const first = await openDatabase(`file:${file}`)
  await sql`create table note (text text)`.execute(first.db)
  await sql`insert into note values ('kept')`.execute(first.db)
  await first.close()
  const second = await openDatabase(`file://${file}`)
  expect((await sql`select * from note`.execute(second.db)).rows).toEqual([{ text: 'kept' }])
  await second.close()
})

test('refuses a second server on the same file until the first has closed it', async () => {
  const first = await openDatabase(`file:${file}`)
  const refused = spawnSync(process.execPath, program('console.log("opened")'), { encoding: 'utf8' })
  expect(refused.stderr).toContain(`the database file ${file} is in use by another Granary server`)
  expect(refused.stdout).toBe('')
  // The first one has run no query yet, and closing still releases the lock.
  await first.close()
  expect(spawnSync(process.execPath, program('console.log("opened")'), { encoding: 'utf8' }).stdout).toBe(
    'opened\n',
  )
})

test('keeps committed data of a killed process and drops uncommitted data', async () => {
  const killed = spawn(
    process.execPath,
    program(`
    await sql\`create table note (text text)\`.execute(db)
    await db.transaction().execute((inner) => sql\`insert into note values ('committed')\`.execute(inner))
    await db.transaction().execute(async (inner) => {
      await sql\`insert into note values ('under way')\`.execute(inner)
      console.log('now')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`),
  )
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const { db, close } = await openDatabase(`file:${file}`)
  expect((await sql`select * from note`.execute(db)).rows).toEqual([{ text: 'committed' }])
  await close()
})

test('syncs every commit to the disk and enforces foreign keys', async () => {
  const { db, close } = await openDatabase(`file:${file}`)
  const pragma = async (name: string) =>
    Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0]!)[0]
  // 2 is full.
  expect([await pragma('synchronous'), await pragma('journal_mode'), await pragma('foreign_keys')]).toEqual([
    2,
    'wal',
    1,
  ])
  await close()
})

test('reports an error that ends a transaction by itself, not the failing rollback', async () => {
  const { db, close } = await openDatabase('file::memory:')
  await sql`create table note (text text unique)`.execute(db)
  const work = db.transaction().execute(async (inner) => {
    await sql`insert into note values ('a')`.execute(inner)
    await sql`insert or rollback into note values ('a')`.execute(inner)
  })
  await expect(work).rejects.toThrow('UNIQUE constraint failed')
  expect((await sql`select * from note`.execute(db)).rows).toEqual([])
  await close()
})

test('names a file that cannot be opened', async () => {
  await expect(openDatabase(`file:${folder}/missing/x.sqlite`)).rejects.toThrow(
    `the database file ${folder}/missing/x.sqlite cannot be opened: unable to open database file`,
  )
  writeFileSync(file, 'This is a letter and no database, long enough to be looked at. '.repeat(20))
  await expect(openDatabase(`file:${file}`)).rejects.toThrow(
    `${file} cannot be opened: file is not a database`,
  )
})
