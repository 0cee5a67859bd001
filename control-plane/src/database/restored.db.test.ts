import { expect, test } from 'vitest'
import { anyChange, openFollowing } from '../../test/following.ts'
import { isAfter } from '../kit/sql/log-order.ts'
import { changesAfter, latestCursor } from '../events/change-feed.ts'
import { continueLogs } from './restored.ts'

/** More transactions than the server of the tests has had. */
const ELSEWHERE = 1_000_000_000_000

test('changes after the restore of a dump come after those before it', async ({ skip, onTestFinished }) => {
  const events = await openFollowing()
  onTestFinished(() => events.world.close())
  const { services } = events.world
  const { db, engine } = services
  skip(engine !== 'postgres', 'an embedded database has no transaction ids')
  await db.updateTable('change_log').set({ transaction_id: ELSEWHERE }).execute()
  await continueLogs(db, engine)
  await events.settled()
  const restored = await latestCursor(services)
  expect(restored.transaction).toBe(ELSEWHERE)
  await continueLogs(db, engine)
  await events.write(anyChange('later'))
  await events.settled()
  const { changes } = await changesAfter(services, restored, 10)
  expect(changes.map(({ name }) => name)).toEqual(['later'])
  expect(isAfter(await latestCursor(services), restored)).toBe(true)
})
