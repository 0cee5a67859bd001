import { inLane } from '@granary/control-plane/database/lanes.ts'
import { readSnapshot, transaction } from '@granary/control-plane/database/retry.ts'
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

const originOf = (silo: string) => ({ silo, user: 'ann', operation: 'work' })
const run = (statement: ReturnType<typeof sql>) => (inner: Reader) =>
  statement.execute(inner as OpenDatabase['db'])
const sleep = run(sql`select pg_sleep(0.02)`)

test('reads go on while writes wait for one that runs alone', async () => {
  const { db, engine } = await open()
  const alone = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let attempts = 0
  const slow = transaction(db, engine, originOf('slow'), async () => {
    attempts += 1
    if (attempts <= 3) throw Object.assign(new Error('conflict'), { code: '40001' })
    alone.resolve()
    await end.promise
  })
  await alone.promise
  let written = 0
  const writes = Array.from({ length: 40 }, (_, n) =>
    transaction(db, engine, originOf(`silo ${n}`), sleep).then(() => (written += 1)),
  )
  await readSnapshot(db, engine, originOf('quiet'), sleep)
  expect(written).toBe(0)
  end.resolve()
  await Promise.all([slow, ...writes])
})

test.each(['transactions', 'snapshots'])(
  '%s of a silo that wait for a lock leave places for others',
  async (kind) => {
    const { db, engine } = await open()
    const held = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async (inner) => {
      await run(sql`lock table rack in access exclusive mode`)(inner)
      held.resolve()
      await end.promise
    })
    await held.promise
    const work = kind === 'transactions' ? transaction : readSnapshot
    let done = 0
    const waiting = Array.from({ length: 40 }, () =>
      work(db, engine, originOf('busy'), run(sql`select * from rack`)).then(() => (done += 1)),
    )
    await transaction(db, engine, originOf('quiet'), sleep)
    await readSnapshot(db, engine, originOf('quiet'), sleep)
    expect(done).toBe(0)
    end.resolve()
    await Promise.all([holder, ...waiting])
  },
)

test('silos take turns with statements, for which transactions never wait', async () => {
  const { db, engine, pool } = await open()
  const busy = inLane(db, { silo: 'busy', user: 'ann' })
  let done = 0
  const all = Array.from({ length: 150 }, () => sleep(busy).then(() => (done += 1)))
  await expect.poll(() => pool!().waiting).toBeGreaterThan(100)
  await sleep(inLane(db, { silo: 'quiet', user: 'bob' }))
  await transaction(db, engine, originOf('quiet'), sleep)
  await readSnapshot(inLane(db, { silo: 'quiet', user: 'bob' }), engine, originOf('quiet'), sleep)
  // Behind all that wait it would be the last.
  expect(done).toBeLessThan(60)
  await Promise.all(all)
  expect(pool!().waiting).toBe(0)
})

test('callers are found while silos have all places', async () => {
  const { db, engine, pool } = await open()
  const slow = run(sql`select pg_sleep(1)`)
  let done = 0
  const all = ['a', 'b'].flatMap((silo) => [
    ...Array.from({ length: 10 }, () => readSnapshot(db, engine, originOf(silo), slow)),
    ...Array.from({ length: 2 }, () => slow(inLane(db, { silo, user: 'ann' }))),
  ])
  const ends = all.map((one) => one.then(() => (done += 1)))
  await expect.poll(() => pool!().busy).toBe(24)
  await run(sql`select 1`)(db)
  expect(done).toBe(0)
  await Promise.all(ends)
})

test('a statement that fails gives its place back', async () => {
  const { db } = await open()
  const laned = inLane(db, { silo: 'busy', user: 'ann' })
  const failed = await Promise.allSettled(
    Array.from({ length: 20 }, () => run(sql`select * from missing`)(laned)),
  )
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect((await sql<{ one: number }>`select 1 as one`.execute(laned)).rows).toEqual([{ one: 1 }])
})
