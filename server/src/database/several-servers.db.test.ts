import type { Database } from '@granary/control-plane/database/schema.ts'
import { SYSTEM_ORIGIN, transaction } from '@granary/control-plane/database/session.ts'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../../control-plane/test/databases.ts'
import type { OpenDatabase } from './open-database.ts'
import { openDatabase } from './open.ts'

async function openServers(count: number): Promise<OpenDatabase[]> {
  const { url, drop } = await createPostgres()
  onTestFinished(drop)
  const servers = await Promise.all(Array.from({ length: count }, () => openDatabase(url)))
  for (const { close } of servers) onTestFinished(close)
  return servers
}

test('completes the writes of several servers to one row', async () => {
  const servers = await openServers(3)
  const { db } = servers[0]!
  await db.insertInto('provisioned').values({ scope_id: 'fleet', cpus: 0, memory: 0, storage: 0 }).execute()
  await Promise.all(
    servers.flatMap(({ db }) =>
      Array.from({ length: 100 }, () =>
        transaction(db, SYSTEM_ORIGIN, async (inner) => {
          const { cpus } = await inner.selectFrom('provisioned').select('cpus').executeTakeFirstOrThrow()
          await inner
            .updateTable('provisioned')
            .set({ cpus: cpus + 1 })
            .execute()
        }),
      ),
    ),
  )
  expect(await db.selectFrom('provisioned').select('cpus').execute()).toEqual([{ cpus: 300 }])
})

test('gives each of several servers its own lowest free number', async () => {
  const servers = await openServers(3)
  const take = ({ db }: (typeof servers)[number]) =>
    transaction(db, SYSTEM_ORIGIN, async (inner) => {
      const taken = await inner.selectFrom('driver_record').select('key').execute()
      await inner
        .insertInto('driver_record')
        .values({ key: `free-${taken.length}`, value: '{}' })
        .execute()
      return taken.length
    })
  const numbers = await Promise.all(
    servers.flatMap((server) => Array.from({ length: 60 }, () => take(server))),
  )
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 180 }, (_, at) => at))
})

const shared = (on: Pick<OpenDatabase['db'], 'selectFrom'>) =>
  on.selectFrom('driver_record').select('value').where('key', '=', 'shared')
const add = async (inner: Kysely<Database>) => {
  const { value } = await shared(inner).executeTakeFirstOrThrow()
  return () =>
    inner
      .updateTable('driver_record')
      .set({ value: String(Number(value) + 1) })
      .where('key', '=', 'shared')
      .execute()
}

/** A server that writes a row again and again, in transactions that are faster than any other. */
async function startFastWriter({ db }: OpenDatabase) {
  await db.insertInto('driver_record').values({ key: 'shared', value: '0' }).execute()
  let [writes, isEnding] = [0, false]
  let next = Promise.withResolvers<void>()
  const writing = (async () => {
    while (!isEnding) {
      await transaction(db, SYSTEM_ORIGIN, async (inner) => (await add(inner))())
      writes++
      next.resolve()
      next = Promise.withResolvers()
    }
  })()
  const end = async () => {
    isEnding = true
    await writing
    return writes
  }
  return { hasWritten: () => writes, nextWrite: () => next.promise, end }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a slow transaction succeeds beside fast ones of another server that write the same row', async () => {
  const [slow, fast] = await openServers(2)
  const writer = await startFastWriter(fast!)
  let attempts = 0
  await transaction(slow!.db, SYSTEM_ORIGIN, async (inner) => {
    attempts++
    const write = await add(inner)
    await Promise.race([writer.nextWrite(), pause(1_000)])
    await write()
  })
  // During the last one, the other server waited.
  expect(attempts).toBe(4)
  // The other one goes on afterwards, and no write of either is lost.
  const before = writer.hasWritten()
  await expect.poll(writer.hasWritten).toBeGreaterThan(before)
  const writes = await writer.end()
  expect(await shared(slow!.db).execute()).toEqual([{ value: String(writes + 1) }])
})

test('repeats a transaction beside a server that hangs in one, and does not keep others waiting', async () => {
  const [hung, repeating, other] = await openServers(3)
  const [hangs, wakesUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onTestFinished(() => wakesUp.resolve())
  const hanging = transaction(hung!.db, SYSTEM_ORIGIN, async (inner) => {
    await shared(inner).execute()
    hangs.resolve()
    await wakesUp.promise
  })
  await hangs.promise
  let attempts = 0
  const repeated = transaction(repeating!.db, SYSTEM_ORIGIN, async (inner) => {
    attempts++
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(inner)
    if (attempts < 4) throw Object.assign(new Error('conflict'), { code: '40001' })
    return rows[0]!.lock_timeout
  })
  // The transaction of another server, which begins now, has to wait for a moment at most.
  await transaction(other!.db, SYSTEM_ORIGIN, (inner) => shared(inner).execute())
  expect(await repeated).toBe('5s')
  // The fourth one, which should run alone, gave up waiting for that.
  expect(attempts).toBe(5)
  wakesUp.resolve()
  await hanging
})

test('a transaction that runs alone waits for its locks as long as any other', async () => {
  const [server] = await openServers(1)
  let attempts = 0
  const limit = await transaction(server!.db, SYSTEM_ORIGIN, async (inner) => {
    if (++attempts < 4) throw Object.assign(new Error('conflict'), { code: '40001' })
    const { rows } = await sql<{ lock_timeout: string; mode: string }>`
      select current_setting('lock_timeout') as lock_timeout, mode from pg_locks
        where relation = 'schema_version'::regclass and pid = pg_backend_pid()`.execute(inner)
    return rows
  })
  expect(limit).toEqual([{ lock_timeout: '5s', mode: 'ExclusiveLock' }])
})
