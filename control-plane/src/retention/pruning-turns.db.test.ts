import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { explain } from '../../test/explain.ts'
import { openWorld, type World } from '../../test/world.ts'
import { PRUNE_BATCH, pruneQuery } from '../kit/sql/prune.ts'
import { expiredRows } from './expired.ts'
import { pruneExpired, startPruning } from './pruning.ts'

const INTERVAL_MS = 600_000

const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
})
afterAll(() => world.close())

const insert = (count: number) =>
  world.services.db
    .insertInto('saml_assertion')
    .values(
      Array.from({ length: count }, () => ({
        key: crypto.randomUUID(),
        time_expires: clock.now().toISOString(),
      })),
    )
    .execute()
const left = async () => (await world.services.db.selectFrom('saml_assertion').select('key').execute()).length

test.each(['change_log', 'audit_log'] as const)(
  '%s: a batch reads its index from the start',
  async (table) => {
    const expired = expiredRows(world.services).find((each) => each.table === table)!
    const query = pruneQuery(world.services, expired).compile(world.services.db)
    const plan = await explain(world.services, { compile: () => query as never })
    expect(plan, plan).toMatch(
      new RegExp(`(SCAN ${table} USING (COVERING )?INDEX|Index( Only)? Scan using) `),
    )
    expect(plan, plan).not.toMatch(new RegExp(`SCAN ${table}$|TEMP B-TREE|Sort`, 'm'))
  },
)

test('requests get a turn between two batches', async () => {
  await insert(PRUNE_BATCH * 5)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await pruneExpired(world.services)
  isOver = true
  expect(await left()).toBe(0)
  expect(turns).toBeGreaterThanOrEqual(5)
})

test('nothing is deleted after a stop in the middle of a round', async () => {
  await insert(PRUNE_BATCH * 3)
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const executor = world.services.db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  let isHeld = false
  vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...more) => {
    if (/delete from "saml_assertion"/.test(query.sql) && !isHeld) {
      isHeld = true
      await held
    }
    return execute(query, ...more)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const stop = startPruning(world.services)
  await clock.advance(INTERVAL_MS)
  await expect.poll(() => isHeld).toBe(true)
  const stopped = stop()
  const setTimer = vi.spyOn(clock, 'setTimer')
  go()
  await stopped
  expect(await left()).toBe(PRUNE_BATCH * 2)
  expect(setTimer).not.toHaveBeenCalled()
})
