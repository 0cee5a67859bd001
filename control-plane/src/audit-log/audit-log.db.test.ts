import { manualClock } from '@granary/compute/clock.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { addUser } from '../../test/people.ts'
import { openScimSilo } from '../../test/scim.ts'
import { settledAudit } from '../../test/settled-audit.ts'
import { openWorld, type World } from '../../test/world.ts'
import { boundedSecurityLog, MAX_PER_NETWORK } from '../kit/log/security-log.ts'
import { MAX_DIFFERENT } from '../edge/repeated-refusals.ts'
import { pruneExpired } from '../retention/pruning.ts'

const HOUR = 3_600_000
const clock = manualClock()
let world: World
let admin: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
})
afterAll(() => world.close())
beforeEach(async () => {
  admin = await world.signIn('admin', 'secret')
  await world.services.db.deleteFrom('audit_log').execute()
})

type Entry = Record<string, any> // oxlint-disable-line typescript/no-explicit-any

async function list(query = '', since = '2000-01-01T00:00:00Z') {
  await settledAudit(world)
  const { body } = await world.ask(
    'GET',
    `/v1/system/audit-log?start_time=${since}${query}`,
    undefined,
    admin,
  )
  return body as { items: Entry[]; next_page: string | null }
}
const entries = async (query = '', since?: string) => (await list(query, since)).items

/** Entries of one time are sorted by their ID, so every request has a time of its own. */
const ask: World['ask'] = async (...given) => {
  const answer = await world.ask(...given)
  await clock.advance(1_000)
  return answer
}
const createProject = (name: string, as = admin) =>
  ask('POST', '/v1/projects', { name, description: '' }, as, { 'user-agent': 'a browser' })

test('a change leaves an entry with caller, client and outcome, found by the ID of its request', async () => {
  const { headers } = await createProject('shop')
  const me = (await world.ask('GET', '/v1/me', undefined, admin)).body
  expect(await entries()).toEqual([
    {
      id: headers.get('x-request-id'),
      time_started: expect.any(String),
      time_completed: expect.any(String),
      request_id: headers.get('x-request-id'),
      request_uri: '/v1/projects',
      operation_id: 'project_create',
      source_ip: '0.0.0.0',
      user_agent: 'a browser',
      actor: { kind: 'silo_user', silo_user_id: me.id, silo_id: me.silo_id, display_name: 'admin' },
      auth_method: 'session_cookie',
      credential_id: expect.any(String),
      result: { kind: 'success', http_status_code: 201 },
      resource: null,
      signed_in: null,
      repeats: 0,
    },
  ])
})

test('a refused change has the error that the caller received', async () => {
  await createProject('Not a name')
  const { body } = await createProject('shop')
  expect(await entries()).toMatchObject([
    { result: { kind: 'error', http_status_code: 400, error_code: null } },
    { result: { kind: 'error', error_code: 'ObjectAlreadyExists', error_message: body.message } },
  ])
})

test('a request without credentials is logged, and one with wrong ones is not', async () => {
  const token = await grantToken(world, admin)
  await world.services.db.deleteFrom('audit_log').execute()
  await world.ask('POST', '/v1/projects', {}, '', {})
  await world.ask('POST', '/v1/projects', {}, 'session=stolen')
  await world.ask('POST', '/v1/projects', {}, '', bearer(`${token}wrong`))
  expect(await entries()).toMatchObject([
    {
      actor: { kind: 'unauthenticated' },
      auth_method: null,
      credential_id: null,
      result: { http_status_code: 401 },
    },
  ])
})

test('a successful sign-in names its user, and not the caller of the browser', async () => {
  const me = (await world.ask('GET', '/v1/me', undefined, admin)).body
  for (const password of ['secret', 'wrong'])
    await ask('POST', '/v1/login/main/local?code=1', { username: 'admin', password }, admin)
  admin = await world.signIn('admin', 'secret')
  expect((await entries()).slice(0, 2)).toMatchObject(
    [204, 401].map((http_status_code) => ({
      operation_id: 'login_local',
      request_uri: '/v1/login/main/local',
      actor: { kind: 'unauthenticated' },
      result: { http_status_code },
      signed_in:
        http_status_code === 204 ? { silo_user_id: me.id, silo_id: me.silo_id, display_name: 'admin' } : null,
    })),
  )
  expect(await entries(`&actor=${me.id}&operation=login_local&result=success`)).not.toEqual([])
  expect(await entries(`&actor=${me.id}&operation=login_local&result=error`)).toEqual([])
})

test('finds the requests that name a resource, also refused ones, and its creation', async () => {
  const { body: project } = await createProject('subject')
  await createProject('taken')
  await ask('PUT', '/v1/projects/subject', { name: 'taken' }, admin)
  await ask('PUT', '/v1/projects/subject', { description: 'Renamed later' }, admin)
  const resource = { kind: 'project', id: project.id, name: 'subject', project_name: 'subject' }
  const found = await entries(`&resource=${project.id}`)
  expect(found).toMatchObject([
    { operation_id: 'project_create', resource: null },
    { operation_id: 'project_update', result: { kind: 'error' }, resource },
    { operation_id: 'project_update', result: { kind: 'success' }, resource },
  ])
  expect(found).toHaveLength(3)
})

test('names a resource that the caller may read but not change, and none that the caller may not read', async () => {
  const { body: project } = await createProject('guarded')
  for (const [name, silo, status, code] of [
    ['reader', 'viewer', 403, 'Forbidden'],
    ['stranger', undefined, 404, 'ObjectNotFound'],
  ] as const) {
    await addUser(world.services, 'main', name, silo && { silo })
    const caller = await world.signIn(name, name)
    await ask('DELETE', `/v1/projects/${project.id}`, undefined, caller)
    const resource =
      status === 403 ? { kind: 'project', id: project.id, name: 'guarded', project_name: 'guarded' } : null
    expect(await entries('&operation=project_delete')).toMatchObject([
      { result: { kind: 'error', http_status_code: status, error_code: code }, resource },
    ])
    await world.services.db.deleteFrom('audit_log').execute()
  }
})

test('an operation outside of a transaction is logged once', async () => {
  const passwords = { current_password: 'wrong', new_password: 'a-new-long-password' }
  await world.ask('POST', '/experimental/v1/me/password', passwords, admin)
  expect(await entries()).toMatchObject([
    {
      operation_id: 'current_user_password_update',
      actor: { kind: 'silo_user' },
      auth_method: 'session_cookie',
      result: { kind: 'error', http_status_code: 400 },
    },
  ])
})

test('tokens and identity providers are named by their credential', async () => {
  const token = await grantToken(world, admin)
  const lab = await openScimSilo(world, 'lab')
  await world.services.db.deleteFrom('audit_log').execute()
  await ask('POST', '/v1/projects', { name: 'by-token', description: '' }, '', bearer(token))
  await lab.addUser('eve')
  expect(await entries()).toMatchObject([
    { auth_method: 'access_token', credential_id: expect.any(String) },
    { operation_id: 'scim_user_create', auth_method: 'scim_token', actor: { kind: 'scim' } },
  ])
})

test('pages follow the time of completion in both directions, and keep times and filters', async () => {
  for (const name of ['a', 'b', 'b', 'c', 'Wrong']) await createProject(name)
  const all = await entries()
  const [, second, , fourth] = all
  const between = await entries(`&end_time=${fourth!.time_completed}`, second!.time_completed)
  expect(between.map(({ id }) => id)).toEqual(all.slice(1, 3).map(({ id }) => id))
  for (const order of ['ascending', 'descending']) {
    const found: string[] = []
    let page = await list(`&limit=1&result=error&sort_by=time_and_id_${order}`)
    while (page.items.length > 0) {
      found.push(...page.items.map(({ id }) => id as string))
      page = await list(`&limit=1&page_token=${page.next_page}`)
    }
    const errors = [all[2]!.id, all[4]!.id]
    expect(found).toEqual(order === 'ascending' ? errors : errors.toReversed())
  }
})

test('filters find callers, operations, outcomes and texts', async () => {
  await createProject('filtered')
  await ask('PUT', '/v1/projects/filtered', { description: '' }, admin)
  await world.ask('DELETE', '/v1/projects/100%25_none', undefined, admin)
  const me = (await world.ask('GET', '/v1/me', undefined, admin)).body.id as string
  const operations = async (query: string) => (await entries(query)).map(({ operation_id: id }) => id)
  expect(await operations(`&actor=${me}`)).toHaveLength(3)
  expect(await operations(`&actor=${crypto.randomUUID()}`)).toEqual([])
  expect(await operations('&operation=project_update')).toEqual(['project_update'])
  expect(await operations('&result=error')).toEqual(['project_delete'])
  expect(await operations('&text=%2FFILTERED')).toEqual(['project_update'])
  expect(await operations('&text=%2525_NONE')).toEqual(['project_delete'])
  expect(await operations('&text=_')).toEqual(['project_delete'])
})

test('a page with a filter stops reading, and the next one goes on', async () => {
  await createProject('rare')
  const { db } = world.services
  const [entry] = await db.selectFrom('audit_log').selectAll().execute()
  for (let from = 0; from < 10_000; from += 500)
    await db
      .insertInto('audit_log')
      .values(Array.from({ length: 500 }, () => ({ ...entry!, id: crypto.randomUUID() })))
      .execute()
  const first = await list('&text=rare-nothing&limit=5')
  expect(first.items).toEqual([])
  expect(first.next_page).not.toBeNull()
  const second = await list(`&page_token=${first.next_page}`)
  expect(second).toEqual({ items: [], next_page: null })
})

test('an open entry becomes unknown after four hours, and every entry is deleted after the retention', async () => {
  await createProject('before')
  await world.services.db.updateTable('audit_log').set({ time_completed: null, result: null }).execute()
  expect(await entries()).toEqual([])
  await clock.advance(3 * HOUR)
  await pruneExpired(world.services)
  expect(await entries()).toEqual([])
  await clock.advance(2 * HOUR)
  await pruneExpired(world.services)
  expect(await entries()).toMatchObject([{ result: { kind: 'unknown' } }])
  await clock.advance(91 * 24 * HOUR)
  admin = await world.signIn('admin', 'secret')
  await pruneExpired(world.services)
  expect(await entries()).toMatchObject([{ operation_id: 'login_local' }])
})

test('a change or sign-in whose entry cannot be written does not happen', async () => {
  const { db } = world.services
  await sql`alter table audit_log rename to audit_log_away`.execute(db)
  const refused = await createProject('unlogged')
  const mistake = await createProject('Not a name')
  const signIn = await world.ask(
    'POST',
    '/v1/login/main/local',
    { username: 'admin', password: 'secret' },
    '',
  )
  await sql`alter table audit_log_away rename to audit_log`.execute(db)
  expect([refused.status, mistake.status, signIn.status]).toEqual([500, 400, 500])
  expect(signIn.headers.get('set-cookie')).toBeNull()
  expect((await world.ask('GET', '/v1/projects/unlogged', undefined, admin)).status).toBe(404)
})

test('a flood of refusals of an unknown caller is one entry with their number', async () => {
  world.services.securityLog = boundedSecurityLog(() => {}, clock)
  const total = MAX_PER_NETWORK + 5
  for (let at = 0; at < total; at++) await world.ask('POST', '/v1/projects', {}, '', {})
  delete world.services.securityLog
  expect(await entries()).toMatchObject([{ operation_id: 'project_create', repeats: total - 1 }])
})

test('a flood of refusals of a known caller is one entry for each reason, and leaves no entry open', async () => {
  const passwords = { current_password: 'wrong', new_password: 'a-new-long-password' }
  for (let at = 0; at < 40; at++) {
    await world.ask('DELETE', `/v1/projects/missing-${at}`, undefined, admin)
    await world.ask('POST', '/v1/projects', { name: `Wrong ${at}`, description: '' }, admin)
  }
  // Hashing runs outside of a transaction, so its entry is begun before.
  for (let at = 0; at < 3; at++) await world.ask('POST', '/experimental/v1/me/password', passwords, admin)
  await clock.advance(60_000)
  await world.ask('DELETE', '/v1/projects/missing', undefined, admin)
  expect(
    (await entries()).map(({ operation_id, repeats }) => `${operation_id} ${repeats}`).toSorted(),
  ).toEqual(['current_user_password_update 2', 'project_create 39', 'project_delete 0', 'project_delete 39'])
  const open = world.services.db.selectFrom('audit_log').select('id').where('time_completed', 'is', null)
  expect(await open.execute()).toEqual([])
})

test('refusals that come at once are one entry too', async () => {
  await Promise.all(
    Array.from({ length: 50 }, () => world.ask('DELETE', '/v1/projects/missing', undefined, admin)),
  )
  expect(await entries()).toMatchObject([{ operation_id: 'project_delete', repeats: 49 }])
})

test('a caller who is refused in many ways gets a bounded number of entries, and another one their own', async () => {
  const names = Array.from({ length: MAX_DIFFERENT + 10 }, (_, at) => `p-${at}`)
  for (const name of names) await world.ask('POST', '/v1/projects', { name, description: '' }, admin)
  await addUser(world.services, 'main', 'watcher', { silo: 'viewer' })
  const viewer = await world.signIn('watcher', 'watcher')
  await clock.advance(60_000)
  await world.services.db.deleteFrom('audit_log').execute()
  for (const name of names) await world.ask('DELETE', `/v1/projects/${name}`, undefined, viewer)
  await world.ask('DELETE', '/v1/projects/missing', undefined, admin)
  const all = await entries()
  expect(all).toHaveLength(MAX_DIFFERENT + 1)
  expect(all.reduce((sum, { repeats }) => sum + 1 + repeats, 0)).toBe(names.length + 1)
  // A flood of one operation hides no other one.
  for (let more = 0; more < 5; more++)
    await world.ask('PUT', `/v1/projects/p-${more}`, { description: 'mine' }, viewer)
  const others = (await entries()).filter(({ operation_id: id }) => id === 'project_update')
  expect(others).toMatchObject([{ repeats: 4 }])
})

test('finds a text with letters beyond ASCII as it is stored', async () => {
  await createProject('etoile')
  await world.services.db.updateTable('audit_log').set({ user_agent: 'ÉTOILE' }).execute()
  expect(await entries(`&text=${encodeURIComponent('ÉTO')}`)).toHaveLength(1)
  expect(await entries(`&text=${encodeURIComponent('ÀTO')}`)).toEqual([])
})

test('an end after the year 9999 in UTC leaves nothing out', async () => {
  await createProject('late')
  expect(await entries('&end_time=9999-12-31T23:59:59-01:00')).toHaveLength(1)
})

test('says how long the logs are kept', async () => {
  const { settings } = world.services
  onTestFinished(() => {
    world.services.settings = settings
  })
  const DAY = 24 * HOUR
  world.services.settings = { ...settings, auditLogRetention: 7 * DAY, changeLogRetention: 30 * DAY }
  const { body } = await world.ask('GET', '/experimental/v1/system/log-retention', undefined, admin)
  expect(body).toEqual({ audit_log_days: 7, change_log_days: 30 })
})
