import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { anyChange, type Following, openFollowing } from '../../test/following.ts'
import { addUser } from '../../test/people.ts'
import { isAfter } from '../kit/sql/log-order.ts'
import { changesAfter, latestCursor } from './change-feed.ts'
import { ACCESS_CHECK_INTERVAL_MS } from '../access/caller.ts'

let events: Following
beforeAll(async () => {
  events = await openFollowing()
})
afterEach(() => events.leave())
afterAll(() => events.world.close())

test('the beat comes fifteen seconds after the one before, and not later', async () => {
  const reader = await events.follow(events.admin)
  const beats = () => reader.all.filter((one) => one.event === 'beat').length
  // A stream that still reads earlier changes gets no beat.
  await events.write(anyChange('first'))
  await events.saw(reader, 'project updated first')
  for (let beat = 1; beat <= 3; beat++) {
    await events.clock.advance(15_000)
    await reader.until(() => beats() >= beat)
  }
})

test('passes on a long list of changes after a single wake', async () => {
  const reader = await events.follow(events.admin)
  const { services } = events.world
  const wake = services.notify
  const notify = vi.spyOn(services, 'notify').mockImplementation(() => {})
  onTestFinished(() => notify.mockRestore())
  const id = crypto.randomUUID()
  await events.write(...Array.from({ length: 3_000 }, () => anyChange('one of many')), anyChange(id))
  await events.settled()
  wake()
  await events.saw(reader, `project updated ${id}`)
})

test('looks at the callers of its streams after a change of access, and not with every change', async () => {
  const reader = await events.follow(events.admin)
  const now = vi.spyOn(events.clock, 'now')
  onTestFinished(() => now.mockRestore())
  /** Makes a change. @returns how often the clock was read: each look at a session reads it too. */
  const change = async (name: string) => {
    now.mockClear()
    await events.write(anyChange(name))
    await events.saw(reader, `project updated ${name}`)
    return now.mock.calls.length
  }
  await change('first of one')
  const ofOne = await change('second of one')
  const more = 5
  for (let count = 0; count < more; count++) await events.follow(events.admin)
  await change('first of many')
  expect(await change('second of many')).toBeLessThan(ofOne + more)
  await addUser(events.world.services, 'main', 'newcomer', { silo: 'viewer' })
  expect(await change('after a change of access')).toBeGreaterThan(more)
})

test('nothing runs on when the last stream has ended', async () => {
  const setTimer = vi.spyOn(events.clock, 'setTimer')
  const checks = () => setTimer.mock.calls.filter(([ms]) => ms === ACCESS_CHECK_INTERVAL_MS).length
  await events.follow(events.admin)
  const other = await events.follow(events.admin)
  await other.close()
  const before = checks()
  await events.clock.advance(ACCESS_CHECK_INTERVAL_MS * 2)
  expect(checks()).toBe(before + 2)
  await events.leave()
  const after = checks()
  await events.clock.advance(ACCESS_CHECK_INTERVAL_MS * 4)
  expect(checks()).toBe(after)
  setTimer.mockRestore()
})

test('nothing comes after the latest position', async () => {
  const { services } = events.world
  await events.write(anyChange('last'))
  await events.settled()
  const { changes } = await changesAfter(services, await latestCursor(services), 10)
  expect(changes).toEqual([])
})

test('a stream does not begin after a change that an older transaction may still precede', async ({
  skip,
}) => {
  const { services } = events.world
  skip(services.engine !== 'postgres', 'transactions of an embedded database run one after another')
  await events.settled()
  const before = await latestCursor(services)
  await services.db.transaction().execute(async (older) => {
    await sql`select pg_current_xact_id()`.execute(older)
    await events.write(anyChange('younger'))
    expect(await latestCursor(services)).toEqual(before)
  })
  await events.settled()
  expect(isAfter(await latestCursor(services), before)).toBe(true)
})
