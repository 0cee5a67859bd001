import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTERPRISE, GROUP, openScimSilo, type ScimClient, USER } from '../../../test/scim.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { groupType } from '../schema/group.ts'
import { readResource } from '../schema/read.ts'
import { userType } from '../schema/user.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
/** Marker for secrets: it must appear neither in an error nor in the log. */
const SECRET = 'hunter2-f00d'

let world: World
let scim: ScimClient
let user: string
let group: string
const logged: string[] = []
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.log = (level, message, fields) =>
    void logged.push(JSON.stringify({ level, message, ...fields }))
  scim = await openScimSilo(world, 'cloud')
  user = await scim.addUser('ada', { emails: [{ value: 'ada@work.test', type: 'work' }] })
  group = await scim.addGroup('Crew', [user])
})
afterAll(() => world.close())

const word = fc.oneof(
  fc.constantFrom(
    'userName',
    'active',
    'name',
    'name.givenName',
    'emails',
    'emails[type eq "work"].value',
    'members',
    'displayName',
    'externalId',
    'password',
    'id',
    'schemas',
    'meta',
    'value',
    'primary',
    '__proto__',
    'constructor',
    ENTERPRISE,
    `${ENTERPRISE}:manager.value`,
  ),
  fc.string({ maxLength: 6 }),
)
const scalar = fc.oneof(
  fc.constantFrom<unknown>(SECRET, null, true, false, '', 'ada', 'a\u0000b', '\ud800', 'True', -1, 1e308, {}),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const value = fc.oneof(
  scalar,
  fc.array(fc.oneof(scalar, fc.dictionary(word, scalar, { maxKeys: 4 })), { maxLength: 3 }),
  fc.dictionary(word, scalar, { maxKeys: 4 }),
)
/** Valid names for half of the random resources. */
const named = fc.constantFrom('u1', 'U1', 'u2', 'u3').map((name) => ({ userName: name, displayName: name }))
const resource = fc
  .tuple(
    fc.constantFrom<unknown>([USER, GROUP], [USER, GROUP, ENTERPRISE], [USER], [GROUP], USER, [1]),
    fc.dictionary(word, value, { maxKeys: 6 }),
    fc.oneof(named, fc.constant({})),
  )
  .map(([schemas, rest, names]) => ({ schemas, ...rest, ...names }))
const patch = fc
  .array(
    fc.record(
      {
        op: fc.oneof(fc.constantFrom<unknown>('add', 'replace', 'Remove', 7)),
        path: fc.oneof(word, fc.constant(undefined)),
        value,
      },
      { requiredKeys: ['op'] },
    ),
    { maxLength: 4 },
  )
  .map((Operations) => ({ schemas: [PATCH], Operations }))
const search = fc
  .record(
    {
      filter: fc.oneof(word, filterText()),
      sortBy: word,
      sortOrder: scalar,
      startIndex: scalar,
      count: scalar,
      attributes: value,
      excludedAttributes: value,
    },
    { requiredKeys: [] },
  )
  .map((parameters) => ({ schemas: [SEARCH], ...parameters }))

function filterText() {
  const piece = fc.oneof(
    fc.constantFrom(
      'userName',
      'eq',
      'co',
      'and',
      'or',
      'not',
      '(',
      ')',
      '[',
      ']',
      'pr',
      `"${SECRET}"`,
      '"\\u0000"',
      'true',
      '.value',
      'emails',
      'type',
      'id',
      'externalId',
      'members',
    ),
    word,
  )
  return fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '))
}

const request = fc.oneof(
  fc.tuple(
    fc.constantFrom('POST /Users', 'POST /Groups', 'PUT /Users/', 'PUT /Groups/'),
    fc.oneof(resource, fc.jsonValue()),
  ),
  fc.tuple(fc.constantFrom('PATCH /Users/', 'PATCH /Groups/'), fc.oneof(patch, fc.jsonValue())),
  fc.tuple(fc.constantFrom('POST /Users/.search', 'POST /Groups/.search'), fc.oneof(search, fc.jsonValue())),
)

test('answers any body with success or with a refusal that does not repeat it', async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(request, async ([line, body]) => {
      const [method, path] = line.split(' ') as [string, string]
      const place = path.replace(/\/Users\/$/, `/Users/${user}`).replace(/\/Groups\/$/, `/Groups/${group}`)
      const { status, body: answer } = await scim.ask(method, place, body)
      seen.add(status)
      if (status < 300) return
      expect([400, 409, 413], JSON.stringify(answer)).toContain(status)
      expect(JSON.stringify(answer)).not.toContain(SECRET)
    }),
    { numRuns: 400 },
  )
  expect([...seen].some((status) => status < 300)).toBe(true)
  expect(seen).toContain(400)
})

test('answers any query with success or with a refusal that does not repeat it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.constantFrom('filter', 'sortBy', 'count', 'startIndex', 'attributes', 'excludedAttributes'),
        fc.oneof(filterText(), word, fc.integer().map(String)),
      ),
      fc.constantFrom('/Users', '/Groups', `/Users/${'0'.repeat(8)}`, '/Schemas', '/ResourceTypes'),
      async (parameters, path) => {
        const query = new URLSearchParams(parameters)
        const { status, body } = await scim.ask('GET', `${path}?${query.toString()}`)
        expect([200, 400, 403, 404]).toContain(status)
        if (status !== 200) expect(JSON.stringify(body)).not.toContain(SECRET)
      },
    ),
    { numRuns: 200 },
  )
})

test('stored resources are valid by their schemas afterwards', async () => {
  for (const [path, type] of [
    ['/Users', userType],
    ['/Groups', groupType],
  ] as const) {
    const { body } = await scim.ask('GET', `${path}?count=200`)
    expect(body.totalResults).toBeGreaterThan(0)
    for (const one of body.Resources) {
      const { id: _id, schemas: _schemas, meta: _meta, groups: _groups, members, ...own } = one
      const read = readResource(type, one)
      expect({ ...read, members: undefined }).toEqual({ ...own, members: undefined })
      expect(read.members?.valueOf()).toEqual(
        members?.map(({ value, $ref, type }: Record<string, string>) => ({ value, $ref, type })),
      )
    }
  }
})

test('writes no secret into the log or the change log, and nothing failed', async () => {
  const changes = JSON.stringify(await world.services.db.selectFrom('change_log').selectAll().execute())
  const all = logged.join('\n')
  expect(all).toContain('scim_user_patch')
  expect(all).not.toContain('"level":"error"')
  for (const secret of [SECRET, scim.token]) expect(all).not.toContain(secret)
  expect(changes).not.toContain(scim.token)
})
