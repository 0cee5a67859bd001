import { toSnake } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Names,
  people,
  type Person,
  table,
  verdictOf,
  type Verdict,
} from '../../test/authorization-table.ts'
import { bearer, grantToken } from '../../test/devices.ts'
import { addCertificateRow, oneOfEach } from '../../test/one-of-each.ts'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { ApiError } from './errors.ts'

const operations = Object.keys(contract) as OperationId[]
const NAMES = {
  silo: 'main',
  project: 'shop',
  instance: 'web',
  disk: 'data',
  image: 'debian',
  snapshot: 'before',
  vpc: 'default',
  subnet: 'default',
  router: 'system',
  interface: 'net0',
  floatingIp: 'front',
  group: 'spread',
  together: 'together',
  pool: 'default-v4',
  provider: 'keycloak',
  key: 'mine',
  certificate: 'web',
  userBuiltin: 'system',
  user: crypto.randomUUID(),
  siloGroup: crypto.randomUUID(),
}

let world: World
let ids: Record<string, string>
/** The rows of what can be deleted; each is put back, as it would not be there for the next one who asks. */
let kept: (readonly [string, unknown[]])[] = []
const DELETABLE = [
  'image',
  'silo_user',
  'affinity_group',
  'anti_affinity_group',
  'affinity_group_member',
  'anti_affinity_group_member',
  'external_ip',
] as const
const usernames = {} as Record<Person, { name: string; silo: string } | null>
beforeAll(async () => {
  world = await openWorld({ started: false })
  const { services } = world
  ids = await oneOfEach(world)
  await addSilo(services, 'elsewhere')
  for (const [at, person] of people.entries()) {
    const [level, role] = person.split(' ') as [string, string]
    const name = `user-${at}`
    const silo = person.endsWith('another silo') ? 'elsewhere' : 'main'
    usernames[person] = person === 'nobody' ? null : { name, silo }
    if (person === 'nobody') continue
    const roles =
      level === 'project'
        ? { projects: { [ids.project!]: role } }
        : level === 'silo'
          ? { silo: role }
          : level === 'fleet'
            ? { fleet: role }
            : person === 'admin of another silo'
              ? { silo: 'admin' }
              : {}
    await addUser(services, silo, name, roles)
  }
  const time = services.clock.now().toISOString()
  await services.db
    .insertInto('silo_group')
    .values({
      id: NAMES.siloGroup,
      silo_id: ids.silo!,
      display_name: 'team',
      time_created: time,
      time_modified: time,
    })
    .execute()
  await services.db
    .insertInto('silo_user')
    .values({
      id: NAMES.user,
      silo_id: ids.silo!,
      external_id: 'colleague',
      display_name: 'colleague',
      password_hash: null,
      time_created: time,
      time_modified: time,
    })
    .execute()
  kept = await Promise.all(
    DELETABLE.map(async (name) => [name, await services.db.selectFrom(name).selectAll().execute()] as const),
  )
})
afterAll(() => world.close())

test('the table has a row for every operation', () => {
  expect(Object.keys(table).toSorted()).toEqual(operations.toSorted())
})

const idOf: Names['idOf'] = (kind) => ids[kind]!
const byName: Names = {
  of: (kind) => NAMES[kind],
  idOf,
  inProject: { project: 'shop' },
  inVpc: { project: 'shop', vpc: 'default' },
  inInstance: { project: 'shop', instance: 'web' },
  inSilo: { silo: 'main' },
}
const byId: Names = {
  of: (kind) => ids[kind] ?? NAMES[kind],
  idOf,
  inProject: {},
  inVpc: {},
  inInstance: {},
  inSilo: {},
}

/** What the answer says about who may ask; a refusal for another reason has a code. */
function verdictIn({
  status,
  body,
}: {
  status: number
  body: { error_code?: string; message?: string; error?: string } | null
}): Verdict | string {
  if (status === 401 || status === 403 || status === 404) return status
  if (status < 300) return 'ok'
  const { error_code: code, message } = body ?? {}
  return (status === 400 && code?.startsWith('Invalid')) ||
    code === 'Conflict' ||
    code === 'ObjectAlreadyExists' ||
    body?.error === 'unsupported_grant_type'
    ? 'ok'
    : `${status} ${message}`
}

/** @param credentials the headers that say who asks. */
async function send(
  id: OperationId,
  names: Names,
  credentials: Record<string, string>,
): Promise<Verdict | string> {
  const operation = contract[id]
  const { path = {}, query = {}, body } = table[id].request(names)
  const place = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!)
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [toSnake(key), value]))
  const url = `http://test${place}?${search.toString()}`
  const form = operation.bodyType === 'form'
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const headers = { ...credentials, 'content-type': type }
  if (id === 'instanceSerialConsoleStream') return openSerial(new Request(url, { headers }))
  const text =
    body === undefined
      ? null
      : form
        ? new URLSearchParams(body as Record<string, string>).toString()
        : JSON.stringify(body)
  const response = await world.controlPlane.fetch(
    new Request(url, { method: operation.method, headers, body: text }),
  )
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body!.cancel()
    return 'ok'
  }
  const answer = await response.text()
  return verdictIn({ status: response.status, body: answer ? JSON.parse(answer) : null })
}

async function openSerial(request: Request): Promise<Verdict | string> {
  try {
    ;(await world.controlPlane.openSerial(request)).close()
    return 'ok'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return verdictIn({ status: error.status, body: { error_code: error.code ?? '', message: error.message } })
  }
}

const cookieHeader = (cookie: string): Record<string, string> => (cookie ? { cookie } : {})

/** Undoes what the last operation did, so that each finds the same. */
async function restore(): Promise<void> {
  const { db } = world.services
  await db.updateTable('instance').set({ run_state: 'running' }).execute()
  await db.updateTable('snapshot').set({ state: 'creating' }).execute()
  for (const [name, rows] of kept)
    await db
      .insertInto(name as 'image')
      .values(rows as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await addCertificateRow(world.services, ids.silo!, ids.certificate!)
}

describe.each(people)('%s', (person) => {
  test.each([
    ['by name', byName],
    ['by id', byId],
  ])('may do what the table says, %s', async (_, names) => {
    const who = usernames[person]
    const signIn = () => (who ? world.signIn(who.name, who.name, who.silo) : '')
    const cookie = await signIn()
    const said: Record<string, Verdict | string> = {}
    for (const id of operations) {
      await restore()
      said[id] = await send(id, names, cookieHeader(id === 'logout' ? await signIn() : cookie))
    }
    expect(said).toEqual(Object.fromEntries(operations.map((id) => [id, verdictOf(id, person)])))
  })
})

describe('an access token', () => {
  const walk = async (credentials: Record<string, string>) => {
    const said: Record<string, Verdict | string> = {}
    for (const id of operations) {
      await restore()
      said[id] = await send(id, byId, credentials)
    }
    return said
  }
  const owner = () => usernames['silo collaborator']!
  const cookie = () => world.signIn(owner().name, owner().name)

  test('may do what its user may', async () => {
    const token = await grantToken(world, await cookie())
    expect(await walk(bearer(token))).toEqual(
      Object.fromEntries(operations.map((id) => [id, verdictOf(id, 'silo collaborator')])),
    )
  })

  test('that has expired may do what nobody may', async () => {
    const token = await grantToken(world, await cookie())
    await world.services.db
      .updateTable('access_token')
      .set({ time_expires: world.services.clock.now().toISOString() })
      .execute()
    expect(await walk(bearer(token))).toEqual(
      Object.fromEntries(operations.map((id) => [id, verdictOf(id, 'nobody')])),
    )
  })
})

test('what may not be read looks the same as what is not there', async () => {
  const none = usernames['no role']!
  const cookie = await world.signIn(none.name, none.name)
  const hidden = await world.ask('GET', `/v1/instances/${ids.instance}`, undefined, cookie)
  const missing = await world.ask('GET', `/v1/instances/${crypto.randomUUID()}`, undefined, cookie)
  const alike = (body: { message: string }) => body.message.replace(/"[^"]*"/, '""')
  expect(hidden.status).toBe(missing.status)
  expect(alike(hidden.body)).toBe(alike(missing.body))
  expect(hidden.body.message).toBe(`not found: instance with id "${ids.instance}"`)
})

test('a hidden project decides the words, also for what is in it', async () => {
  const none = usernames['no role']!
  const cookie = await world.signIn(none.name, none.name)
  for (const path of [
    '/v1/disks/data?project=shop',
    '/v1/disks?project=shop',
    '/v1/vpc-subnets/default?project=shop&vpc=default',
  ])
    expect(await world.ask('GET', path, undefined, cookie)).toMatchObject({
      status: 404,
      body: { error_code: 'ObjectNotFound', message: 'not found: project with name "shop"' },
    })
})
