import { readSnapshot, transaction } from '@granary/control-plane/database/session.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../../control-plane/test/databases.ts'
import type { OpenDatabase } from './open-database.ts'
import { openDatabase } from './open.ts'

type Reader = Pick<OpenDatabase['db'], 'selectFrom'>

async function open(): Promise<OpenDatabase> {
  const { url, drop } = await createPostgres()
  onTestFinished(drop)
  const database = await openDatabase(url)
  onTestFinished(database.close)
  return database
}

const originOf = (silo: string) => ({ silo, operation: 'work' })
const run = (statement: ReturnType<typeof sql>) => (inner: Reader) =>
  statement.execute(inner as OpenDatabase['db'])
const sleep = run(sql`select pg_sleep(0.02)`)

test('reads go on while writes wait for one that runs alone', async () => {
  const { db } = await open()
  const alone = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let attempts = 0
  const slow = transaction(db, originOf('slow'), async () => {
    attempts += 1
    if (attempts <= 3) throw Object.assign(new Error('conflict'), { code: '40001' })
    alone.resolve()
    await end.promise
  })
  await alone.promise
  let written = 0
  const writes = Array.from({ length: 40 }, (_, n) =>
    transaction(db, originOf(`silo ${n}`), sleep).then(() => (written += 1)),
  )
  await readSnapshot(db, sleep)
  expect(written).toBe(0)
  end.resolve()
  await Promise.all([slow, ...writes])
})

test('reads and statements go on while writes wait for a lock', async () => {
  const { db } = await open()
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async (inner) => {
    await run(sql`lock table rack in access exclusive mode`)(inner)
    held.resolve()
    await end.promise
  })
  await held.promise
  let done = 0
  const waiting = Array.from({ length: 40 }, () =>
    transaction(db, originOf('busy'), run(sql`select * from rack`)).then(() => (done += 1)),
  )
  await readSnapshot(db, sleep)
  await sleep(db)
  expect(done).toBe(0)
  end.resolve()
  await Promise.all([holder, ...waiting])
})
