import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { chunks } from '../base/chunks.ts'

let world: World
const names = Array.from({ length: 23 }, (_, at) => `p${String((at * 7) % 23).padStart(2, '0')}`)
beforeAll(async () => {
  world = await openWorld()
  for (const name of names) await world.ask('POST', '/v1/projects', { name, description: '' })
})
afterAll(() => world.close())

const page = async (query: string) => (await world.ask('GET', `/v1/projects?${query}`)).body
const token = (pageStart: object) =>
  btoa(JSON.stringify({ v: 'v1', page_start: pageStart }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function walk(query: string, limit: number) {
  const items: { id: string; name: string }[] = []
  const sizes: number[] = []
  for (let next: string | null = null, first = true; first || next; first = false) {
    const body = await page(next ? `limit=${limit}&page_token=${next}` : `${query}&limit=${limit}`)
    sizes.push(body.items.length)
    items.push(...body.items)
    next = body.next_page
  }
  return { items, sizes }
}

test('returns every item exactly once and in order, for every page size and sort mode', async () => {
  const modes = ['name_ascending', 'name_descending', 'id_ascending'] as const
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...modes), fc.integer({ min: 1, max: 30 }), async (mode, limit) => {
      const { items, sizes } = await walk(`sort_by=${mode}`, limit)
      const keys = items.map((item) => (mode === 'id_ascending' ? item.id : item.name))
      const sorted = keys.toSorted()
      expect(keys).toEqual(mode === 'name_descending' ? sorted.toReversed() : sorted)
      expect(new Set(items.map((item) => item.name))).toEqual(new Set(names))
      expect(items).toHaveLength(names.length)
      // A page with an item always has a next token, so the last page is empty.
      expect(sizes.at(-1)).toBe(0)
      expect(sizes.slice(0, -2).every((size) => size === limit)).toBe(true)
    }),
    { numRuns: 25 },
  )
})

test('defaults to 100 by name', async () => {
  expect((await page('')).items.map((item: { name: string }) => item.name)).toEqual(names.toSorted())
})

test('clips a page to 1,000 rows, and the next page goes on there', async () => {
  const { db } = world.services
  const project = await db.selectFrom('project').selectAll().executeTakeFirstOrThrow()
  const many = Array.from({ length: 1_001 }, (_, at) => ({
    ...project,
    id: crypto.randomUUID() as string,
    name: `q${String(at).padStart(4, '0')}`,
  }))
  for (const some of chunks(many)) await db.insertInto('project').values(some).execute()
  onTestFinished(async () => void (await db.deleteFrom('project').where('name', 'like', 'q%').execute()))
  const first = await page('limit=4294967295&include_total=true')
  const second = await page(`limit=4294967295&page_token=${first.next_page}`)
  const all = [...first.items, ...second.items].map((item: { name: string }) => item.name)
  expect(first.items).toHaveLength(1_000)
  expect(all).toEqual([...names, ...many.map(({ name }) => name)].toSorted())
  expect(first.total).toEqual({ count: all.length, is_capped: false })
})

test('refuses a limit that is zero, negative or no number', async () => {
  for (const limit of ['0', '-1', '1.5', 'many', '']) {
    const { status, body } = await world.ask('GET', `/v1/projects?limit=${limit}`)
    expect(status).toBe(400)
    expect(body.error_code).toBeUndefined()
    expect(body.message).toMatch(/^unable to parse query string: limit: /)
  }
})

test('refuses an unknown sort mode', async () => {
  const { status, body } = await world.ask('GET', '/v1/projects?sort_by=size')
  expect(status).toBe(400)
  expect(body.message).toMatch(/^unable to parse query string: sort_by: /)
})

test('ignores the rest of the query with a token, except for the limit', async () => {
  const first = await page('limit=2&sort_by=name_descending&name_contains=P1')
  expect(first.items.map((item: { name: string }) => item.name)).toEqual(['p19', 'p18'])
  const second = await page(`limit=3&sort_by=id_ascending&name_contains=p0&page_token=${first.next_page}`)
  expect(second.items.map((item: { name: string }) => item.name)).toEqual(['p17', 'p16', 'p15'])
  const bare = await page(`page_token=${first.next_page}`)
  expect(bare.items.map((item: { name: string }) => item.name)).toEqual([
    'p17',
    'p16',
    'p15',
    'p14',
    'p13',
    'p12',
    'p11',
    'p10',
  ])
})

test('keeps the parent of a list in the token', async () => {
  const first = (await world.ask('GET', '/v1/vpc-subnets?project=p00&vpc=default')).body
  expect(first.items).toHaveLength(1)
  const second = await world.ask('GET', `/v1/vpc-subnets?page_token=${first.next_page}`)
  expect(second).toMatchObject({ status: 200, body: { items: [], next_page: null } })
  expect((await world.ask('GET', '/v1/vpc-subnets')).body.message).toMatch(
    /^unable to parse query string: vpc: /,
  )
})

test('refuses a token of another user, and one whose marker does not fit its order', async () => {
  const refused = async (text: string) => {
    const { status, body } = await world.ask('GET', `/v1/projects?page_token=${text}`)
    expect(status).toBe(400)
    expect(body.error_code).toBeUndefined()
    return body.message as string
  }
  const notOurs = /^unable to parse query string: failed to parse pagination token: /
  for (const text of [
    'x',
    '%25',
    btoa('{}'),
    btoa('null'),
    token({}),
    btoa('{"v":"v2","page_start":{"sort_by":"name_ascending","last_seen":"a"}}'),
    token({ sort_by: 'name_ascending', last_seen: 'a\0' }),
  ])
    expect(await refused(text)).toMatch(notOurs)
  expect(await refused(token({ sort_by: 'id_ascending', last_seen: 'p01' }))).toBe('invalid page token')
  expect(await refused(token({ sort_by: 'name_ascending', last_seen: crypto.randomUUID() }))).toBe(
    'invalid page token',
  )
  expect(await refused(token({ sort_by: 'size', last_seen: 'p01' }))).toMatch(
    /^unable to parse query string: sort_by: /,
  )
  expect(await refused('a'.repeat(1025))).toMatch(/^unable to parse query string: /)
  // A marker is text like any other.
  expect(
    (await page(`page_token=${token({ sort_by: 'name_ascending', last_seen: "x' or 1=1 --" })}`)).items,
  ).toEqual([])
})

test('matches wildcard characters in a filter literally', async () => {
  for (const text of ['%', '_', '\\', 'p_1'])
    expect((await page(`name_contains=${encodeURIComponent(text)}`)).items).toEqual([])
})

test('neither repeats nor hides items when rows change between pages', async () => {
  const before = await page('limit=10')
  const known = names.toSorted()
  await world.ask('POST', '/v1/projects', { name: 'a-new-one', description: '' })
  await world.ask('POST', '/v1/projects', { name: 'p10b', description: '' })
  const rest = await page(`limit=100&page_token=${before.next_page}`)
  const seen = [...before.items, ...rest.items].map((item) => item.name)
  expect(seen).toEqual([...known.slice(0, 11), 'p10b', ...known.slice(11)])
})

test('sorts by the time of creation, each item once, also rows of one moment', async () => {
  for (const order of ['ascending', 'descending']) {
    const { items } = await walk(`created_order=${order}`, 7)
    const keys = (items as unknown as { time_created: string; id: string }[]).map(
      ({ time_created: time, id }) => `${time} ${id}`,
    )
    const sorted = keys.toSorted()
    expect(keys).toEqual(order === 'descending' ? sorted.toReversed() : sorted)
    expect(new Set(keys).size).toBe((await page('')).items.length)
  }
})

test('refuses the token of a list that is sorted by something else', async () => {
  const marker = { sort_by: 'name_ascending', created_order: 'ascending', last_seen: 'p01' }
  expect((await world.ask('GET', `/v1/projects?page_token=${token(marker)}`)).status).toBe(400)
})

test('counts the list only when asked, also with a filter and on later pages', async () => {
  expect((await page('')).total).toBeUndefined()
  const total = { count: (await page('')).items.length, is_capped: false }
  const first = await page('include_total=true&limit=5')
  expect(first.total).toEqual(total)
  expect((await page(`limit=5&page_token=${first.next_page}`)).total).toEqual(total)
  const some = await page('include_total=true&name_contains=P1')
  expect(some.total).toEqual({ count: some.items.length, is_capped: false })
  expect(some.items.length).toBeGreaterThan(9)
  expect((await page('include_total=true&name_contains=%25')).total).toEqual({ count: 0, is_capped: false })
})
