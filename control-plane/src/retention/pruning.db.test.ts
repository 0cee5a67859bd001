import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyChange, type Following, openFollowing } from '../../test/following.ts'
import { requestDeviceCode } from '../../test/devices.ts'
import { pretendedSaml } from '../../test/saml.ts'
import { PRUNE_BATCH, pruneBatch } from '../kit/sql/prune.ts'
import { expiredRows } from './expired.ts'
import { pruneExpired, startPruning } from './pruning.ts'

const DAY = 86_400_000
let events: Following
beforeAll(async () => {
  events = await openFollowing()
  events.world.services.saml = pretendedSaml
})
afterAll(async () => {
  await events.leave()
  await events.world.close()
})

const logged = async () =>
  events.world.services.db
    .selectFrom('change_log')
    .select(['transaction_id', 'seq', 'name'])
    .orderBy('transaction_id')
    .orderBy('seq')
    .execute()
const cursorOf = (row: { transaction_id: number; seq: number }) => `${row.transaction_id}-${row.seq}`
const firstEvent = async (cursor: string) => {
  // A position after the entries that are held back would be one of another log.
  await events.settled()
  return (await events.follow(events.admin, `?cursor=${cursor}`)).all[0]!.event
}

test('one statement deletes no more than a batch, oldest first, and no young row', async () => {
  const { services } = events.world
  const before = (await logged()).length
  await events.write(...Array.from({ length: 500 }, (_, at) => anyChange(`old-${at}`)))
  await events.clock.advance(100 * DAY)
  await events.write(anyChange('young'))
  const [changes] = expiredRows(services)
  expect(changes!.table).toBe('change_log')
  expect(await pruneBatch(services, changes!)).toBe(PRUNE_BATCH)
  const left = await logged()
  expect(left.length).toBe(before + 501 - PRUNE_BATCH)
  expect(left.at(-1)!.name).toBe('young')
  expect(left.at(-2)!.name).toBe('old-499')
})

test('a stream that asks for a pruned position starts over, and one at a kept position goes on', async () => {
  const { services } = events.world
  const pruned = await logged()
  await pruneExpired(services)
  expect((await logged()).map((row) => row.name)).toEqual(['young'])
  const kept = cursorOf((await logged())[0]!)
  await events.write(anyChange('after'))
  events.admin = await events.world.signIn('admin', 'secret')
  expect(await firstEvent(cursorOf(pruned[0]!))).toBe('reset')
  expect(await firstEvent('0-0')).toBe('reset')
  expect(await firstEvent(kept)).toBe('hello')
})

test('the newest entry stays, however old it is', async () => {
  await events.clock.advance(200 * DAY)
  await pruneExpired(events.world.services)
  expect((await logged()).map((row) => row.name)).toEqual(['after'])
  events.admin = await events.world.signIn('admin', 'secret')
  expect(await firstEvent(cursorOf((await logged())[0]!))).toBe('hello')
})

test('expired sign-ins, codes, requests and jobs go, and others stay', async () => {
  const { services, ask, signIn } = events.world
  const { db } = services
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(
          async (table) =>
            [
              table,
              Number(
                (
                  await db
                    .selectFrom(table)
                    .select((row) => row.fn.countAll().as('n'))
                    .executeTakeFirstOrThrow()
                ).n,
              ),
            ] as const,
        ),
      ),
    )
  const cookie = await signIn('admin', 'secret')
  await signIn('admin', 'wrong')
  await ask('POST', '/experimental/v1/me/second-factor/setup', undefined, cookie)
  await requestDeviceCode(events.world)
  await db
    .insertInto('saml_assertion')
    .values({ key: 'k', time_expires: services.clock.now().toISOString() })
    .execute()
  const full = await counts()
  for (const [table, count] of Object.entries(full)) expect([table, count > 0]).toEqual([table, true])
  await pruneExpired(services)
  expect(await counts()).toEqual({ ...full, saml_assertion: 0 })
  await events.clock.advance(100 * DAY)
  await pruneExpired(services)
  expect(await counts()).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])))
})

test('a session goes when it is unused or old, and stays while it is neither', async () => {
  const { services, signIn, ask } = events.world
  const { sessionIdle, sessionLifetime } = services.settings
  const left = async () => (await services.db.selectFrom('session').select('id').execute()).length
  await services.db.deleteFrom('session').execute()
  const used = await signIn('admin', 'secret')
  await signIn('viewer', 'viewer')
  const uses = Math.ceil(sessionLifetime / sessionIdle) * 2
  for (let use = 1; use < uses; use++) {
    await events.clock.advance(sessionLifetime / uses)
    expect((await ask('GET', '/v1/me', undefined, used)).status).toBe(200)
  }
  await pruneExpired(services)
  expect(await left()).toBe(1)
  await events.clock.advance(sessionLifetime / uses + 1)
  await pruneExpired(services)
  expect(await left()).toBe(0)
})

const TABLES = [
  'session',
  'device_auth_request',
  'saml_assertion',
  'sign_in_attempt',
  'known_address',
  'second_factor',
] as const

test('prunes by itself, and stops', async () => {
  const { services } = events.world
  const insert = () =>
    services.db
      .insertInto('saml_assertion')
      .values({ key: 'k', time_expires: '2000-01-01T00:00:00.000Z' })
      .execute()
  const count = async () => (await services.db.selectFrom('saml_assertion').select('key').execute()).length
  await insert()
  const stop = startPruning(services)
  await events.clock.advance(600_000)
  await expect.poll(count).toBe(0)
  await stop()
  await insert()
  await events.clock.advance(1_200_000)
  expect(await count()).toBe(1)
})
