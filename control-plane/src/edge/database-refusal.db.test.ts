import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SemaphoreTimeout } from '../database/semaphore.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const signIn = () => world.ask('POST', '/v1/login/main/local', { username: 'admin', password: 'secret' }, '')
/** Signs in until SQLite's remaining space is used up. */
const signInUntilRefused = async () => {
  for (let at = 0; at < 200; at++) {
    const answer = await signIn()
    if (answer.status !== 204) return answer
  }
  throw new Error('every sign-in found space')
}

/** Fills the database. PostgreSQL has no such limit, so its error is injected. */
async function fill(): Promise<() => Promise<unknown>> {
  const { db, engine, passwords } = world.services
  if (engine === 'postgres') {
    const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
    const spy = vi.spyOn(passwords, 'verify').mockRejectedValue(full)
    return async () => spy.mockRestore()
  }
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(db)
  return () => sql`pragma max_page_count = 4294967294`.execute(db)
}

test('refuses a sign-in with 507 and a sentence while the disk is full, and accepts it when space is free', async () => {
  const free = await fill()
  expect(await signInUntilRefused()).toMatchObject({
    status: 507,
    body: {
      error_code: 'InsufficientCapacity',
      message:
        'Insufficient capacity: the database has no space left; nothing was changed, try again when some is free',
    },
  })
  await free()
  expect((await signIn()).status).toBe(204)
})

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['57P03', 'the database system is starting up'],
  ['57014', 'canceling statement due to statement timeout'],
  ['25P03', 'terminating connection due to idle-in-transaction timeout'],
  ['53300', 'sorry, too many clients already'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  [undefined, 'Connection terminated unexpectedly'],
])('a database that does not answer is a 503 with a sentence: %s', async (code, message) => {
  const gone = Object.assign(new Error(message), code && { code })
  vi.spyOn(world.services.passwords, 'verify').mockRejectedValueOnce(gone)
  expect(await signIn()).toMatchObject({
    status: 503,
    body: { error_code: 'ServiceNotAvailable', message: 'the database does not answer; try again' },
  })
})

test('a write that waits too long for another one is a 503 that names the time after which to try again', async () => {
  const late = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  vi.spyOn(world.services.passwords, 'verify').mockRejectedValueOnce(late)
  const answer = await signIn()
  expect(answer).toMatchObject({
    status: 503,
    body: { message: 'another change of the same resources has not ended; try again' },
  })
  expect(answer.headers.get('retry-after')).toBe('5')
})

test('a request that finds no free place in time is a 503 that does not blame the database', async () => {
  vi.spyOn(world.services.passwords, 'verify').mockRejectedValueOnce(new SemaphoreTimeout())
  const answer = await signIn()
  expect(answer).toMatchObject({
    status: 503,
    body: { message: 'the server was too busy to answer in time; try again' },
  })
  expect(answer.headers.get('retry-after')).toBe('5')
})

test.each([
  ['53100', 'could not extend file "base/5/16826": No space left on device', 507],
  ['58030', 'could not write file "pg_xact/0000": No space left on device', 507],
  ['XX000', 'could not write init file', 507],
  ['XX000', 'cache lookup failed for type 5', 500],
])(
  'a full disk is a 507 whatever its code, and other faults are not: %s %s',
  async (code, message, status) => {
    const fault = Object.assign(new Error(message), { code })
    vi.spyOn(world.services.passwords, 'verify').mockRejectedValueOnce(fault)
    expect((await signIn()).status).toBe(status)
  },
)
