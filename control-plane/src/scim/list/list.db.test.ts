import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ENTERPRISE, openScimSilo, type ScimClient, USER } from '../../../test/scim.ts'
import { userType } from '../schema/user.ts'
import { chunks } from '../../kit/base/chunks.ts'
import { groups as groupCollection } from '../groups/collection.ts'
import { readSelection } from './selection.ts'
import { MAX_LINKS } from './within-links.ts'
import { openWorld, type World } from '../../../test/world.ts'

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const COUNT = 25

let world: World
let scim: ScimClient
const names = Array.from({ length: COUNT }, (_, n) => `User-${String(n).padStart(2, '0')}`)
beforeAll(async () => {
  world = await openWorld({ started: false })
  scim = await openScimSilo(world, 'cloud')
  for (const [n, name] of names.entries()) {
    const id = await scim.addUser(name, {
      externalId: `x${n}`,
      active: n % 5 !== 0,
      emails: [
        { value: `${name}@work.test`, type: 'work' },
        { value: `${n % 3}@home.test`, type: 'home' },
      ],
      ...(n % 2 ? { [ENTERPRISE]: { department: n % 4 === 1 ? 'Engines' : 'Sails' } } : {}),
    })
    // Some are created in the same millisecond.
    const time_created = new Date(Date.UTC(2026, 0, 1, n)).toISOString()
    await world.services.db.updateTable('silo_user').set({ time_created }).where('id', '=', id).execute()
  }
})
afterAll(() => world.close())

type Parameters = Record<string, string | number>
const list = async (parameters: Parameters = {}, path = '/Users') => {
  const query = new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)]))
  return scim.ask('GET', `${path}?${query.toString()}`)
}
const namesOf = (body: { Resources: { userName: string }[] }) =>
  body.Resources.map(({ userName }) => userName)
const found = async (parameters: Parameters) => namesOf((await list(parameters)).body)

describe('pages', () => {
  test('come in creation order and together contain every resource once', async () => {
    const seen: string[] = []
    for (let startIndex = 1; startIndex <= COUNT; startIndex += 10) {
      const { status, body } = await list({ startIndex, count: 10 })
      expect({ status, ...body, Resources: [] }).toEqual({
        status: 200,
        schemas: [LIST],
        totalResults: COUNT,
        startIndex,
        itemsPerPage: Math.min(10, COUNT - startIndex + 1),
        Resources: [],
      })
      seen.push(...namesOf(body))
    }
    expect(seen).toEqual(names)
  })

  test.each([
    [{ count: 0 }, { itemsPerPage: 0, startIndex: 1 }],
    [{ count: -3 }, { itemsPerPage: 0 }],
    [
      { startIndex: 0, count: 2 },
      { itemsPerPage: 2, startIndex: 1 },
    ],
    [{ startIndex: -5 }, { itemsPerPage: COUNT, startIndex: 1 }],
    [{ startIndex: 1000 }, { itemsPerPage: 0, startIndex: 1000 }],
    [{ count: 999_999_999_999 }, { itemsPerPage: COUNT }],
    [
      { filter: 'userName pr', startIndex: 21, count: 10 },
      { itemsPerPage: 5, startIndex: 21 },
    ],
    [{ filter: 'userName pr', count: 0 }, { itemsPerPage: 0 }],
  ])('%j', async (parameters, expected) => {
    expect((await list(parameters)).body).toMatchObject({ totalResults: COUNT, ...expected })
  })
})

describe('filters', () => {
  test.each([
    ['userName eq "USER-03"', ['User-03']],
    ['externalId eq "x4"', ['User-04']],
    ['externalId eq "X4"', []],
    ['userName sw "user-1" and active eq false', ['User-10', 'User-15']],
    ['userName eq "user-03" and active eq false', []],
    ['userName eq "user-03" or userName eq "user-04"', ['User-03', 'User-04']],
    ['emails[type eq "home" and value sw "2@"] and externalId ew "3"', ['User-23']],
    [`not (${ENTERPRISE}:department pr) and userName ge "user-22"`, ['User-22', 'User-24']],
    ['groups pr', []],
    ['meta.resourceType eq "User" and meta.created gt "2999-01-01T00:00:00Z"', []],
  ])('%s', async (filter, expected) => {
    const { body } = await list({ filter })
    expect(namesOf(body)).toEqual(expected)
    expect(body.totalResults).toBe(expected.length)
  })

  test('by id, and by a value that is not an id', async () => {
    const { body } = await list({ filter: 'userName eq "user-07"' })
    expect(await found({ filter: `id eq "${body.Resources[0].id}"` })).toEqual(['User-07'])
    expect(await found({ filter: 'id eq "nobody"' })).toEqual([])
  })

  test('by the groups that users are in', async () => {
    const { body } = await list({ filter: 'userName eq "user-07"' })
    const group = await scim.addGroup('Sailors', [body.Resources[0].id])
    expect(await found({ filter: 'groups.display eq "sailors"', excludedAttributes: 'groups' })).toEqual([
      'User-07',
    ])
    expect(await found({ filter: `groups[value eq "${group}"]` })).toEqual(['User-07'])
    expect((await list({ filter: 'userName eq "user-07"' })).body.Resources[0].groups).toMatchObject([
      { value: group },
    ])
  })

  test('that are invalid are refused with the position', async () => {
    expect(await list({ filter: 'userName is "x"' })).toMatchObject({
      status: 400,
      body: {
        scimType: 'invalidFilter',
        detail: 'one of eq, ne, co, sw, ew, gt, ge, lt, le, pr is missing at character 10',
      },
    })
    expect((await list({ filter: 'userName eq "\\u0000"' })).body.scimType).toBe('invalidFilter')
  })
})

describe('sorting', () => {
  test('by a name, ascending and descending', async () => {
    expect(await found({ sortBy: 'userName', sortOrder: 'descending', count: 3 })).toEqual(
      names.toReversed().slice(0, 3),
    )
    expect(await found({ sortBy: 'userName', startIndex: 4, count: 2 })).toEqual(names.slice(3, 5))
  })
  test('by a sub-attribute and by an extension; resources without a value come last', async () => {
    const all = await found({ sortBy: `${ENTERPRISE}:department`, count: 200 })
    expect(all.slice(0, 2)).toEqual(['User-01', 'User-05'])
    expect(all.slice(12)).toEqual(names.filter((_, n) => n % 2 === 0))
    expect((await found({ sortBy: 'emails', sortOrder: 'ascending', count: 1 }))[0]).toBe('User-00')
  })
  test.each([
    [{ sortBy: 'colour' }, 'invalidPath'],
    [{ sortBy: 'name' }, 'invalidPath'],
    [{ sortBy: 'userName', sortOrder: 'sideways' }, 'invalidValue'],
    [{ count: 'many' }, 'invalidValue'],
    [{ startIndex: '1.5' }, 'invalidValue'],
    [{ attributes: 'userName', excludedAttributes: 'emails' }, 'invalidValue'],
  ])('%j is refused', async (parameters, scimType) => {
    expect(await list(parameters as Parameters)).toMatchObject({ status: 400, body: { scimType } })
  })
})

describe('attributes', () => {
  const one = async (parameters: Parameters) =>
    (await list({ filter: 'userName eq "user-01"', ...parameters })).body.Resources[0]
  test.each([
    [{ attributes: 'userName' }, { userName: 'User-01' }],
    [
      { attributes: 'USERNAME, emails.value,colour' },
      { userName: 'User-01', emails: [{ value: 'User-01@work.test' }, { value: '1@home.test' }] },
    ],
    [{ attributes: ENTERPRISE }, { [ENTERPRISE]: { department: 'Engines' } }],
    [
      { attributes: `${ENTERPRISE}:department,${USER}:active` },
      { active: true, [ENTERPRISE]: { department: 'Engines' } },
    ],
    [{ attributes: 'name.givenName' }, {}],
  ])('%j', async (parameters, expected) => {
    const { id, schemas, ...rest } = await one(parameters)
    expect({ id, schemas }).toEqual({ id: expect.any(String), schemas: [USER, ENTERPRISE] })
    expect(rest).toEqual(expected)
  })
  test('can be excluded', async () => {
    const rest = await one({ excludedAttributes: `emails.type,meta,id,userName,${ENTERPRISE}` })
    expect(rest).toEqual({
      schemas: [USER, ENTERPRISE],
      id: expect.any(String),
      externalId: 'x1',
      active: true,
      emails: [{ value: 'User-01@work.test' }, { value: '1@home.test' }],
    })
  })
  test('also apply to a single resource and to the answers of create and update', async () => {
    const { body } = await scim.ask('POST', '/Users?attributes=userName', {
      schemas: [USER],
      userName: 'short',
    })
    expect(Object.keys(body).toSorted()).toEqual(['id', 'schemas', 'userName'])
    const path = `/Users/${body.id}?attributes=active`
    expect((await scim.ask('GET', path)).body).toEqual({ schemas: [USER], id: body.id, active: true })
    expect((await scim.patch(path, { op: 'add', path: 'title', value: 'x' })).body).toEqual({
      schemas: [USER],
      id: body.id,
      active: true,
    })
    await scim.ask('DELETE', `/Users/${body.id}`)
  })
})

describe('the work of a list is limited', () => {
  test.each(['attributes', 'excludedAttributes'])('by the number of names in %s', async (parameter) => {
    const names = (count: number) => Array(count).fill('emails.type')
    expect((await list({ [parameter]: names(256).join(',') })).status).toBe(200)
    const refused = { status: 400, body: { scimType: 'invalidValue' } }
    expect(await list({ [parameter]: names(257).join(',') })).toMatchObject(refused)
    const search = { schemas: [SEARCH], [parameter]: names(257) }
    expect(await scim.ask('POST', '/Users/.search', search)).toMatchObject(refused)
  })

  test('a name that is repeated counts once', () => {
    const [often, once] = [256, 1].map((count) =>
      readSelection({ excludedAttributes: Array(count).fill('emails.type') }, userType),
    )
    expect(often).toEqual(once)
  })

  test('by the comparisons of a filter, of long texts more so', async () => {
    const emails = Array.from({ length: 900 }, (_, n) => ({ value: `${n}@work.test`, type: 'work' }))
    const long = Array.from({ length: 15 }, (_, n) => ({ value: String(n).padEnd(4096) }))
    const made = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => scim.addUser(`many-${n}`, { emails })),
      ...Array.from({ length: 8 }, (_, n) => scim.addUser(`long-${n}`, { phoneNumbers: long })),
    ])
    const some = (test: string, count: number) => ({ filter: Array(count).fill(test).join(' or ') })
    expect((await list(some('emails co "nothing"', 100))).body.totalResults).toBe(0)
    expect((await list(some('phoneNumbers co "nothing"', 100))).body.totalResults).toBe(0)
    const refused = { status: 400, body: { scimType: 'tooMany' } }
    expect(await list(some('emails co "nothing"', 300))).toMatchObject(refused)
    expect(await list(some('phoneNumbers co "nothing"', 280))).toMatchObject(refused)
    for (const id of made) await scim.ask('DELETE', `/Users/${id}`)
  })

  test('by the number of members on a page, which then has fewer groups', async () => {
    const { db } = world.services
    const crowd = await openScimSilo(world, 'crowd')
    const first = await crowd.addUser('first')
    const groups = [await crowd.addGroup('one', [first]), await crowd.addGroup('two', [first])]
    // Lists are in the order of creation, and both may be of the same millisecond.
    const time_created = new Date(Date.UTC(2026, 0, 1)).toISOString()
    await db.updateTable('silo_group').set({ time_created }).where('id', '=', groups[0]!).execute()
    const row = await db.selectFrom('silo_user').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
    const more = Array.from({ length: MAX_LINKS / 2 }, (_, n) => ({
      ...row,
      id: crypto.randomUUID(),
      external_id: `member-${n}`,
    }))
    for (const some of chunks(more)) {
      await db.insertInto('silo_user').values(some).execute()
      const members = groups.flatMap((group_id) => some.map(({ id }) => ({ group_id, user_id: id })))
      for (const of of chunks(members)) await db.insertInto('silo_group_member').values(of).execute()
    }
    const page = async (parameters: Record<string, string>) => {
      const { body } = await crowd.ask('GET', `/Groups?${new URLSearchParams(parameters).toString()}`)
      return [body.totalResults, body.Resources.map((one: { displayName: string }) => one.displayName)]
    }
    expect(await page({})).toEqual([2, ['one']])
    expect(await page({ startIndex: '2' })).toEqual([2, ['two']])
    expect(await page({ excludedAttributes: 'members' })).toEqual([2, ['one', 'two']])
    const filter = `members eq "${first}"`
    const loads = vi.spyOn(groupCollection, 'link')
    onTestFinished(() => loads.mockRestore())
    expect(await page({ filter, attributes: 'displayName' })).toEqual([2, ['one', 'two']])
    expect(loads.mock.calls.map(([, stored]) => stored.length)).toEqual([1, 1])
  })

  test('a list is read in parts, with a turn of other requests after each', async () => {
    const made: string[] = []
    for (let n = 0; n < 180; n++) made.push(await scim.addUser(`part-${n}`))
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setTimeout(count, 0)
    }
    setTimeout(count, 0)
    const { body } = await list({ filter: 'userName pr', sortBy: 'userName', count: 200 })
    isDone = true
    expect(body).toMatchObject({ totalResults: COUNT + 180, itemsPerPage: 200 })
    const lower = namesOf(body).map((name) => name.toLowerCase())
    expect(lower).toEqual(lower.toSorted())
    expect(turns).toBeGreaterThanOrEqual(2)
    for (const id of made) await scim.ask('DELETE', `/Users/${id}`)
  })
})

test('a query that is too long for a URL is accepted by POST', async () => {
  const search = {
    schemas: [SEARCH],
    filter: 'userName sw "user-2"',
    attributes: ['userName'],
    sortBy: 'userName',
    sortOrder: 'descending',
    startIndex: 2,
    count: 2,
  }
  const { status, body } = await scim.ask('POST', '/Users/.search', search)
  expect({ status, total: body.totalResults, names: namesOf(body) }).toEqual({
    status: 200,
    total: 5,
    names: ['User-23', 'User-22'],
  })
  expect(await scim.ask('POST', '/Users/.search', { filter: 'userName pr' })).toMatchObject({
    status: 400,
    body: { scimType: 'invalidSyntax' },
  })
  expect(await scim.ask('POST', '/Users/.search', { ...search, filter: 7 })).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  })
  expect(
    (
      await scim.ask('POST', '/Groups/.search', {
        schemas: [SEARCH],
        filter: 'displayName pr',
        excludedAttributes: ['members'],
      })
    ).status,
  ).toBe(200)
})
