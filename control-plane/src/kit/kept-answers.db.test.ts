import { contract, type OperationId } from '@granary/contract/contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../test/databases.ts'
import { oneOfEach } from '../../test/one-of-each.ts'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { createControlPlane, type ControlPlane } from '../control-plane.ts'
import { keptAnswer } from '../edge/kept-answer.ts'
import { allHandlers } from '../handlers.ts'
import type { Input, KeptHandler } from '../kinds/handler.ts'
import type { HostServices } from './services.ts'
import { inSnapshot, systemContext } from './transaction.ts'

let world: World
let ids: Awaited<ReturnType<typeof oneOfEach>>
let keeper: string
type Host = Pick<ControlPlane, 'fetch'>
/** With and without extensions: two forms of the same rows. */
let hosts: Host[]
/** The server that writes. */
let writer: Host
/** The database of that server on PostgreSQL; SQLite has one server only. */
let second: TestDatabase | undefined
/** The same servers, but nothing is kept. */
let forgetful: Host[]
const cookies: Record<string, string> = {}

beforeAll(async () => {
  world = await openWorld({ started: false })
  second = await (world.services as Partial<TestDatabase>).again?.()
  writer = second ? createControlPlane({ ...world.services, ...second }) : world.controlPlane
  cookies.admin = await world.signIn('admin', 'secret')
  ids = await oneOfEach(world)
  const { services } = world
  for (const name of ['web-2', 'web-3']) await create(name)
  await addSilo(services, 'other')
  await addUser(services, 'main', 'owner', { silo: 'admin' })
  keeper = await addUser(services, 'main', 'keeper', { projects: { [ids.project]: 'viewer' } })
  await addUser(services, 'main', 'outsider')
  await addUser(services, 'other', 'stranger', { silo: 'admin' })
  for (const name of ['owner', 'keeper', 'outsider']) cookies[name] = await world.signIn(name, name)
  cookies.stranger = await world.signIn('stranger', 'stranger', 'other')
  const plain = { ...services, settings: { ...services.settings, extensions: false } }
  hosts = [world.controlPlane, createControlPlane(plain)]
  forgetful = [services, plain].map((each) => createControlPlane(withoutMemory(each)))
})

/** Texts are kept for a database object, and this has another one each time. */
const withoutMemory = (services: HostServices): HostServices =>
  Object.defineProperty({ ...services }, 'db', { get: () => services.db.withoutPlugins() })

afterAll(async () => {
  await second?.close()
  await world.close()
})

/** Writes as an admin: through another server where two may share a database. */
async function write(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  const headers = { cookie: cookies.admin!, 'content-type': 'application/json' }
  const request = new Request(`http://test${path}`, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  })
  const response = await writer.fetch(request)
  return { status: response.status, text: await response.text() }
}

const create = (name: string, project = 'shop') =>
  write('POST', `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    network_interfaces: { type: 'none' },
  })

type Question = { host: number; caller: string; path: string }

async function ask({ host, caller, path }: Question, from = hosts): Promise<string> {
  const headers = { cookie: cookies[caller]! }
  const response = await from[host]!.fetch(new Request(`http://test${path}`, { headers }))
  return `${response.status} ${(await response.text()).replace(/"request_id":"[^"]*"/, '')}`
}

/** Asks until the answer is kept: the second request keeps its text, and the third one finds it. */
async function askAgain(question: Question): Promise<string> {
  const answers = [await ask(question), await ask(question), await ask(question)]
  expect(new Set(answers).size, question.path).toBe(1)
  return answers[0]!
}

const LISTS = ['instances', 'disks', 'vpcs', 'snapshots', 'images', 'floating-ips', 'affinity-groups']
const MORE = [
  '',
  '&limit=2',
  '&sort_by=name_ascending',
  '&sort_by=name_descending',
  '&sort_by=id_ascending',
  '&include_total=true',
  '&created_order=descending',
  '&name_contains=web',
]
const question = fc
  .record({
    host: fc.nat(1),
    caller: fc.constantFrom('owner', 'keeper', 'outsider', 'stranger'),
    list: fc.constantFrom(...LISTS),
    byId: fc.boolean(),
    more: fc.constantFrom(...MORE),
  })
  .map(({ host, caller, list, byId, more }): Question & { byId: boolean } => {
    return { host, caller, byId, path: `/v1/${list}?project=PROJECT${more}` }
  })

let made = 0

/** Makes changes that some list shows, or that decide which lists a caller sees. */
const CHANGES = {
  rename: () => update({ name: `web-x${made}` }),
  describe: () => update({ description: `text ${made}` }),
  attach: () =>
    write('POST', `/v1/instances/${ids.instance}/external-ips/ephemeral`, {
      pool_selector: { type: 'auto', ip_version: 'v4' },
    }),
  detach: () => write('DELETE', `/v1/instances/${ids.instance}/external-ips/ephemeral`),
  create: () => create(`web-y${made}`),
  disk: () =>
    write('POST', '/v1/disks?project=shop', {
      name: `data-${made}`,
      description: '',
      size: 2 ** 30,
      disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
    }),
  grant: () => grant([{ identity_type: 'silo_user', identity_id: keeper, role_name: 'viewer' }]),
  revoke: () => grant([]),
}

const update = (change: object) =>
  write('PUT', `/v1/instances/${ids.instance}`, {
    name: 'web',
    description: '',
    ncpus: 1,
    memory: 2 ** 30,
    boot_disk: ids.disk,
    auto_restart_policy: null,
    cpu_platform: null,
    enable_jumbo_frames: false,
    multicast_groups: [],
    ...change,
  })

const grant = (role_assignments: object[]) =>
  write('PUT', `/v1/projects/${ids.project}/policy`, { role_assignments })

/** Returns the answer that the database gives now. Kept rows have tests of their own. */
const freshAnswer = (question: Question): Promise<string> => ask(question, forgetful)

test('every change of this test is made', async () => {
  for (const [name, make] of Object.entries(CHANGES)) {
    made += 1
    const { status, text } = await make()
    expect(status, `${name}: ${text}`).toBeLessThan(300)
  }
})

/** Questions that are asked again after each change. */
const REMEMBERED = 4

test('a kept answer is the answer that the database gives now, for every caller', async () => {
  const step = fc.oneof(question, fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 24 }), async (steps) => {
      const asked: Question[] = []
      for (const next of steps)
        if (typeof next === 'string') {
          made += 1
          await CHANGES[next]()
          for (const given of asked) expect(await ask(given), given.path).toBe(await freshAnswer(given))
        } else {
          const project = next.byId ? ids.project : 'shop'
          const given = { ...next, path: next.path.replace('PROJECT', project) }
          expect(await askAgain(given), given.path).toBe(await freshAnswer(given))
          asked.push(given)
          if (asked.length > REMEMBERED) asked.shift()
        }
    }),
    { numRuns: 12 },
  )
})

/** Returns the texts that equal requests for the instances of a project get; null for one that is not kept. */
const keptTexts = (times: number) =>
  inSnapshot(systemContext(world.services, 'test'), async (inner) => {
    const row = await inner.db
      .selectFrom('project')
      .selectAll()
      .where('id', '=', ids.project)
      .executeTakeFirstOrThrow()
    const input = { path: {}, query: {}, found: { row } } as Input<'instanceList'>
    const asked = { id: 'instanceList', operation: contract.instanceList, input } as const
    const texts: (object | null)[] = []
    for (let time = 0; time < times; time++)
      texts.push((await keptAnswer(inner, asked, allHandlers.instanceList as KeptHandler<OperationId>)).kept)
    return texts
  })

test('an equal request gets the kept text, until a write that it could see', async () => {
  const [first, second, third] = await keptTexts(3)
  expect(first).toBeNull()
  expect(second).not.toBeNull()
  expect(third).toBe(second)
  made += 1
  await CHANGES.describe()
  expect(await keptTexts(1)).toEqual([null])
})

/** Only Node's SQLite tells which rows have changed. */
const TELLS_ROWS = (process.env.GRANARY_TEST_DATABASE ?? 'sqlite') === 'sqlite'

test('a change in another project leaves the kept text if the database tells which rows it changes', async () => {
  // Changes of a project's rows are counted from the first text that is kept of them.
  await keptTexts(3)
  await write('POST', '/v1/projects', { name: 'busy', description: '' })
  const text = (await keptTexts(3)).at(-1)
  expect(text).not.toBeNull()
  expect((await create('web', 'busy')).status).toBe(201)
  // A refusal is rolled back.
  expect((await create('web', 'busy')).status).toBe(400)
  expect((await keptTexts(1))[0] === text).toBe(TELLS_ROWS)
})

test('callers who may not see a list never get what another one got', async () => {
  const path = `/v1/instances?project=${ids.project}`
  await CHANGES.grant()
  const shown = await askAgain({ host: 0, caller: 'owner', path })
  expect(shown).toMatch(/^200 .*"name":"web/)
  expect(await askAgain({ host: 0, caller: 'keeper', path })).toBe(shown)
  for (const caller of ['outsider', 'stranger'])
    expect(await askAgain({ host: 0, caller, path })).toMatch(/^404 /)
  await CHANGES.revoke()
  expect(await askAgain({ host: 0, caller: 'keeper', path })).toMatch(/^404 /)
})

test('a server without extensions never gets the form of one with them', async () => {
  const path = `/v1/instances?project=${ids.project}`
  const [full, published] = [
    await askAgain({ host: 0, caller: 'owner', path }),
    await askAgain({ host: 1, caller: 'owner', path }),
  ]
  expect(full).toMatch(/"external_ips":/)
  expect(published).not.toMatch(/"external_ips":/)
  expect(await askAgain({ host: 0, caller: 'owner', path })).toBe(full)
})
