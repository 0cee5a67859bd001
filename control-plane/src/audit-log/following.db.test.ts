import { manualClock } from '@granary/compute/clock.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { TestDatabase } from '../../test/databases.ts'
import { openWorld, type World } from '../../test/world.ts'
import type { Reader } from '../kit/context/reader.ts'
import { insertUnlogged } from '../kit/sql/insert-unlogged.ts'

const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
})
afterAll(() => world.close())

type Page = { items: { id: string }[]; next_page: string | null }

const read = async (query: string): Promise<Page> =>
  (await world.ask('GET', `/v1/system/audit-log?${query}`)).body as Page

/** Completes a request. @returns the ID of its entry. */
const complete = async (): Promise<string> => {
  const name = `p-${crypto.randomUUID()}`
  const { headers } = await world.ask('POST', '/v1/projects', { name, description: '' })
  return headers.get('x-request-id')!
}

/** Opens a program that reads the log forward and goes on where it was. It begins after all entries so far. */
async function openFollower(limit = 100) {
  const newest = await complete()
  const ids: string[] = []
  let token: string | null = null
  async function readOn(): Promise<string[]> {
    for (;;) {
      const page = await read(
        token ? `limit=${limit}&page_token=${token}` : `limit=${limit}&start_time=2000-01-01T00:00:00Z`,
      )
      if (page.items.length === 0) return ids
      ids.push(...page.items.map(({ id }) => id))
      token = page.next_page
    }
  }
  // On PostgreSQL, older transactions of tests beside this one hold entries back.
  await expect.poll(readOn).toContain(newest)
  ids.length = 0
  return { readOn, finds: (id: string) => expect.poll(readOn).toContain(id), ids }
}

/** Writes an entry that was completed some time ago. @returns its ID. */
async function completeBefore(ms: number, db: Reader = world.services.db): Promise<string> {
  const { services } = world
  const other = await services.db.selectFrom('audit_log').selectAll().limit(1).executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  const time = new Date(clock.now().getTime() - ms).toISOString()
  await insertUnlogged({ db, engine: services.engine }, 'audit_log', { ...other, id, time_completed: time })
  return id
}

test('a program that follows the log finds every entry of a millisecond, however often it reads in it', async () => {
  const follower = await openFollower()
  const completed: string[] = []
  for (let at = 0; at < 12; at++) {
    completed.push(await complete())
    await follower.finds(completed.at(-1)!)
  }
  expect(follower.ids).toEqual(completed)
})

test('a program that follows the log finds the entries of a server whose clock is behind', async () => {
  const follower = await openFollower()
  await follower.finds(await complete())
  await follower.finds(await completeBefore(5_000))
  await follower.finds(await complete())
  expect(follower.ids).toHaveLength(3)
})

test('an entry that begins before others and is completed after them is found once', async () => {
  const { db } = world.services
  const follower = await openFollower()
  const id = await completeBefore(0)
  await db.updateTable('audit_log').set({ time_completed: null }).where('id', '=', id).execute()
  const others = [await complete(), await complete()]
  await follower.finds(others[1]!)
  await db
    .updateTable('audit_log')
    .set({ time_completed: clock.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await follower.finds(id)
  expect(follower.ids.toSorted()).toEqual([...others, id].toSorted())
})

test('an entry that another server commits later than its time is found, and nothing after it before', async ({
  skip,
}) => {
  skip(world.services.engine !== 'postgres', 'transactions of an embedded database run one after another')
  const other = await (world.services as Partial<TestDatabase>).again!()
  onTestFinished(() => other.close())
  const follower = await openFollower()
  let [older, younger] = ['', '']
  await other.db.transaction().execute(async (inner) => {
    older = await completeBefore(0, inner)
    await sql`select 1`.execute(inner)
    await clock.advance(1_000)
    younger = await complete()
    expect(await follower.readOn()).toEqual([])
  })
  await follower.finds(younger)
  expect(follower.ids).toEqual([older, younger])
})

test('a program that is far behind goes on in small pages, through entries that were not in time order', async () => {
  const follower = await openFollower(2)
  const written: string[] = []
  for (const ms of [0, 3_000, 1_000, 2_000, 0, 4_000, 1_000]) written.push(await completeBefore(ms))
  await follower.finds(written.at(-1)!)
  await follower.finds(await complete())
  expect(follower.ids.slice(0, -1).toSorted()).toEqual(written.toSorted())
})

const tokenWith = (marker: string): string => {
  const start = { sort_by: 'time_and_id_ascending', start_time: '2000-01-01T00:00:00Z', last_seen: marker }
  return Buffer.from(JSON.stringify({ v: 'v1', page_start: start })).toString('base64url')
}

test('a token of an earlier version goes on after its time and ID', async () => {
  const [first, second] = [await completeBefore(-10_000), await completeBefore(-20_000)]
  const row = await world.services.db
    .selectFrom('audit_log')
    .select(['id', 'time_completed'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const token = tokenWith(`${row.time_completed}/${row.id}`)
  await expect
    .poll(async () => (await read(`page_token=${token}`)).items.map(({ id }) => id))
    .toEqual([second])
})

const LARGE = '9'.repeat(16)
test.each([
  `${LARGE}-0`,
  `0-${LARGE}`,
  `0-0/0-${LARGE}/2020-01-01T00:00:00.000Z/${crypto.randomUUID()}`,
  `0-0/0-0/\0/${crypto.randomUUID()}`,
  `\0/${crypto.randomUUID()}`,
])('refuses the marker %j', async (marker) => {
  expect((await world.ask('GET', `/v1/system/audit-log?page_token=${tokenWith(marker)}`)).status).toBe(400)
})
