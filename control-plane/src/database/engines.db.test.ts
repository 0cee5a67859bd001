import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/databases.ts'
import { SYSTEM_ORIGIN, transaction } from './session.ts'
import { isForeignKeyViolation, isUniqueViolation } from './violations.ts'

// The guarantees that the control plane needs from every engine.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('driver_record').execute()
  await database.db.deleteFrom('provisioned').execute()
})

const put = (key: string, db = database.db) =>
  db.insertInto('driver_record').values({ key, value: '{}' }).execute()
const keys = async (db = database.db) =>
  (await db.selectFrom('driver_record').select('key').orderBy('key').execute()).map((row) => row.key)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  )
/** Yields to the event loop, so that others can query the database. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 0))

test("shows a transaction's writes to others only after the commit", async () => {
  const begun = Promise.withResolvers<void>()
  const writing = transaction(database.db, SYSTEM_ORIGIN, async (inner) => {
    await put('first', inner)
    begun.resolve()
    await tick()
    await put('second', inner)
    expect(await keys(inner)).toEqual(['first', 'second'])
  })
  await begun.promise
  const seen = await keys()
  expect([[], ['first', 'second']]).toContainEqual(seen)
  await writing
  expect(await keys()).toEqual(['first', 'second'])
})

test('rolls back a transaction that throws, and rethrows the error', async () => {
  const refusal = new Error('no')
  const thrown = await failure(
    transaction(database.db, SYSTEM_ORIGIN, async (inner) => {
      await put('gone', inner)
      throw refusal
    }),
  )
  expect(thrown).toBe(refusal)
  expect(await keys()).toEqual([])
  await put('after')
  expect(await keys()).toEqual(['after'])
})

test('lets one of several writers of the same unique value win, and reports a violation to the others', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => transaction(database.db, SYSTEM_ORIGIN, (inner) => put('same', inner))),
  )
  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  expect(errors).toHaveLength(9)
  for (const error of errors) {
    expect(isUniqueViolation(error, database.engine)).toBe(true)
    expect(isUniqueViolation(error, database.engine, 'key')).toBe(true)
    expect(isUniqueViolation(error, database.engine, 'value')).toBe(false)
    expect(isForeignKeyViolation(error, database.engine)).toBe(false)
  }
})

test('names every column of a violated unique index', async () => {
  const work = {
    kind: 'disk',
    key: 'k',
    payload: '{}',
    attempts: 0,
    revision: 1,
    run_at: '',
    silo_id: '',
    user_id: '',
    time_created: '',
  }
  const task = (id: string) => ({ ...work, id, leased_by: null, lease_until: null, last_error: null })
  await database.db.insertInto('task').values(task('1')).execute()
  const error = await failure(database.db.insertInto('task').values(task('2')).execute())
  for (const [column, violated] of [
    ['kind', true],
    ['key', true],
    ['id', false],
  ] as const)
    expect([column, isUniqueViolation(error, database.engine, column)]).toEqual([column, violated])
})

test('runs a statement again after it failed', async () => {
  await put('one')
  await failure(put('one'))
  await put('two')
  expect(await keys()).toEqual(['one', 'two'])
})

test('refuses a reference to a missing row', async () => {
  const orphan = {
    id: 'p',
    silo_id: 'nowhere',
    name: 'p',
    description: '',
    time_created: '',
    time_modified: '',
  }
  const error = await failure(database.db.insertInto('project').values(orphan).execute())
  expect(isForeignKeyViolation(error, database.engine)).toBe(true)
  expect(isUniqueViolation(error, database.engine)).toBe(false)
})

test('does not mistake other errors for violations', () => {
  for (const error of [new Error('UNIQUE'), null, undefined, 'text', { code: 23505 }])
    expect([
      isUniqueViolation(error, database.engine),
      isForeignKeyViolation(error, database.engine),
    ]).toEqual([false, false])
})

test('lets 200 concurrent writers all succeed without losing an update', async () => {
  const row = { scope_id: 'fleet', cpus: 0, memory: 0, storage: 0 }
  await database.db.insertInto('provisioned').values(row).execute()
  await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      transaction(database.db, SYSTEM_ORIGIN, async (inner) => {
        const before = await inner.selectFrom('provisioned').selectAll().executeTakeFirstOrThrow()
        await put(`record-${at}`, inner)
        await inner
          .updateTable('provisioned')
          .set({ cpus: before.cpus + 1 })
          .execute()
      }),
    ),
  )
  expect(await database.db.selectFrom('provisioned').select('cpus').executeTakeFirst()).toEqual({ cpus: 200 })
  expect(await keys()).toHaveLength(200)
})

test('orders text byte by byte, and pages by key cover all of it', async () => {
  const odd = [
    'a',
    'A',
    'b',
    'B',
    'a-b',
    'a_b',
    'ab',
    'a b',
    '',
    ' ',
    'é',
    'e\u0301',
    'ß',
    'z',
    'Z',
    '10',
    '9',
    '~',
    '日本',
    '😀',
    '\uffee',
  ]
  const bytes = (text: string) => Buffer.from(text)
  const expected = odd.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)))
  for (const key of odd) await put(key)
  expect(await keys()).toEqual(expected)
  const walked: string[] = []
  for (let last: string | undefined; ;) {
    let query = database.db.selectFrom('driver_record').select('key').orderBy('key').limit(4)
    if (last !== undefined) query = query.where('key', '>', last)
    const page = await query.execute()
    if (page.length === 0) break
    walked.push(...page.map((row) => row.key))
    last = walked.at(-1)
  }
  expect(walked).toEqual(expected)
})

test('returns numbers up to 2^53 unchanged, and refuses larger ones instead of rounding', async () => {
  const row = { scope_id: 'big', cpus: 2 ** 31, memory: Number.MAX_SAFE_INTEGER, storage: -(2 ** 40) }
  await database.db.insertInto('provisioned').values(row).execute()
  expect(await database.db.selectFrom('provisioned').selectAll().execute()).toEqual([row])
  const sum = database.db
    .selectFrom('provisioned')
    .select(sql<number>`memory + 2`.as('sum'))
    .execute()
  expect(String(await failure(sum))).toMatch(/9007199254740993.*(too large)|too large.*9007199254740993/)
  const counted = await database.db
    .selectFrom('provisioned')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirst()
  expect(counted).toEqual({ rows: 1 })
})

test('reads a column that is added to a table at run time', async () => {
  const own = await freshDatabase()
  const read = () => sql`select * from driver_record`.execute(own.db)
  await put('k', own.db)
  expect((await read()).rows).toEqual([{ key: 'k', value: '{}' }])
  await own.db.schema.alterTable('driver_record').addColumn('extra', 'integer').execute()
  expect((await read()).rows).toEqual([{ key: 'k', value: '{}', extra: null }])
  await own.close()
})
