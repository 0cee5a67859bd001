import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { writerOf } from '@granary/contract/writer.ts'
import { addUser, sessionOf } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { chunks } from '../kit/chunks.ts'
import { isList, LONG_PAGES, ROWS_AT_ONCE } from './long-list.ts'
import { MAX_CALLER_AGE_MS } from './readmission.ts'

/** Two portions and a part of one, with the project that was created first. */
const MANY = 2 * ROWS_AT_ONCE + 10
let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  const { db } = world.services
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const project = await db.selectFrom('project').selectAll().executeTakeFirstOrThrow()
  const projects = Array.from({ length: MANY - 1 }, (_, at) => ({
    ...project,
    id: crypto.randomUUID() as string,
    name: `p-${String(at).padStart(5, '0')}`,
  }))
  for (const some of chunks(projects)) await db.insertInto('project').values(some).execute()
})
afterAll(() => world.close())

const list = async (query: string) => (await world.ask('GET', `/v1/projects?${query}`)).body
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)
const allNames = async () =>
  (await world.services.db.selectFrom('project').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )

/** Ends a turn of the event loop whenever a request asks whether it has time left, and runs something before one of them. */
function countTurns(at = 0, work: () => Promise<unknown> = async () => {}): () => number {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  let count = 0
  world.services.afterInput = (resume) => {
    count += 1
    const before = count === at ? work() : Promise.resolve()
    void before.then(() => setTimeout(resume, 0))
  }
  onTestFinished(() => {
    clock.mockRestore()
    delete world.services.afterInput
  })
  return () => count
}

test('a long page has the rows, the total and the token of one that is read at once', async () => {
  const long = await list('limit=10000&include_total=true')
  expect(names(long)).toEqual(await allNames())
  expect(long.total).toEqual({ count: MANY, is_capped: false })
  expect((await list(`page_token=${long.next_page}`)).items).toEqual([])
  const parts = [await list('limit=1000&include_total=true')]
  for (let at = 0; at < 2; at++) parts.push(await list(`limit=1000&page_token=${parts.at(-1).next_page}`))
  expect(long.items).toEqual(parts.flatMap(({ items }) => items))
  expect(long.next_page).toBe(parts.at(-1).next_page)
})

test.each([1_001, 1_999, 2_000, MANY - 1, MANY])('a page of %i rows goes on where it ends', async (limit) => {
  const first = await list(`limit=${limit}&sort_by=name_descending`)
  const rest = await list(`limit=10000&page_token=${first.next_page}`)
  expect(first.items).toHaveLength(limit)
  expect(names(first).concat(names(rest))).toEqual((await allNames()).toReversed())
})

test('a long page is read and written in turns', async () => {
  const count = countTurns()
  await list('limit=1000')
  const shorter = count()
  await list('limit=10000')
  // Two between three portions that are read, and one after each that is written.
  expect(count() - shorter).toBeGreaterThanOrEqual(shorter + 5)
})

test.each([1, 2, 3, 4, 5])('a change before turn %i shows in all of a long page or nowhere', async (turn) => {
  const { db } = world.services
  const rename = (last: string) =>
    db.transaction().execute(async (inner) => {
      await inner.updateTable('project').set({ description: last }).execute()
    })
  await rename('old')
  let isRenamed = false
  countTurns(turn, async () => {
    await rename('new')
    isRenamed = true
  })
  const { items } = await list('limit=10000')
  expect(items).toHaveLength(MANY)
  expect(isRenamed).toBe(true)
  expect(new Set(items.map((item: { description: string }) => item.description)).size).toBe(1)
})

test('only a few long pages are put together at once', async () => {
  const run = vi.spyOn(LONG_PAGES, 'run')
  onTestFinished(() => run.mockRestore())
  await list('limit=1000')
  expect(run).not.toHaveBeenCalled()
  await list('limit=1001')
  expect(run.mock.calls.map(([lane]) => lane)).toEqual([
    expect.objectContaining({ silo: expect.any(String), user: expect.any(String) }),
  ])
})

test('a page that has waited for its place shows nothing to a caller whose session has ended since', async () => {
  const user = await addUser(world.services, 'main', 'ada', { silo: 'viewer' })
  const cookie = await sessionOf(world.services, user)
  const run = vi.spyOn(LONG_PAGES, 'run').mockImplementation(async (_, work) => {
    await world.ask('POST', `/v1/users/${user}/logout`)
    await new Promise((resolve) => setTimeout(resolve, MAX_CALLER_AGE_MS + 10))
    return work()
  })
  onTestFinished(() => run.mockRestore())
  expect((await world.ask('GET', '/v1/projects?limit=1001', undefined, cookie)).status).toBe(401)
})

test('a page that is read again shows no change to a caller whose session has ended before it', async () => {
  const { db } = world.services
  const user = await addUser(world.services, 'main', 'eve', { silo: 'viewer' })
  const cookie = await sessionOf(world.services, user)
  await db.updateTable('project').set({ description: 'old' }).execute()
  let isDone = false
  countTurns(2, async () => {
    await db.deleteFrom('session').where('user_id', '=', user).execute()
    await db.updateTable('project').set({ description: 'new' }).execute()
    isDone = true
  })
  const { status, body } = await world.ask('GET', '/v1/projects?limit=10000', undefined, cookie)
  expect(isDone).toBe(true)
  const shown = status === 200 ? body.items.map((item: { description: string }) => item.description) : []
  expect([401, 200]).toContain(status)
  expect(shown.includes('new')).toBe(false)
})

test('every list writes its items first, because long pages are put together from texts', () => {
  const lists = (Object.entries(contract) as [OperationId, Operation][]).filter(([, operation]) =>
    isList(operation),
  )
  expect(lists.length).toBeGreaterThan(50)
  for (const [id, { response }] of lists)
    expect([id, writerOf(response as z.ZodType)({ items: [], nextPage: null })]).toEqual([
      id,
      expect.stringMatching(/^\{"items":\[\],"next_page":null/),
    ])
})
