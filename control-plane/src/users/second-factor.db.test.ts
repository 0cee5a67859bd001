import { manualClock } from '@granary/compute/clock.ts'
import { contract } from '@granary/contract/contract.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, grantToken } from '../../test/devices.ts'
import { readEvents } from '../../test/event-reader.ts'
import { addSilo, addUser, sessionOf } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { runJob } from '../bulk-jobs/run-job.ts'
import { allHandlers } from '../handlers.ts'

const MINE = '/experimental/v1/me/second-factor'
const clock = manualClock()
let world: World
let admin: string
let name: string
let id: string
let cookie: string
let count = 0
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.db.deleteFrom('sign_in_attempt').execute()
  await world.services.db.deleteFrom('silo_auth_settings').execute()
  await world.services.db.deleteFrom('second_factor').execute()
  admin = await world.signIn('admin', 'secret')
  const { body } = await world.ask('GET', '/v1/me', undefined, admin)
  const factor = { user_id: body.id, secret: 'JBSWY3DPEHPK3PXP', time_created: body.time_created }
  await world.services.db
    .insertInto('second_factor')
    .values({ ...factor, time_confirmed: body.time_created })
    .execute()
  name = `user-${(count += 1)}`
  id = await addUser(world.services, 'main', name)
  cookie = await world.signIn(name, name)
})

const post = (path: string, body?: object, as = cookie) => world.ask('POST', `${MINE}/${path}`, body, as)
const login = (code?: string, username = name) =>
  world.ask('POST', '/v1/login/main/local', { username, password: username, ...(code && { code }) }, '')
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
const signInView = async (as = cookie) =>
  (await world.ask('GET', '/experimental/v1/me/sign-in', undefined, as)).body
const status = async (path: string, as: string) => (await world.ask('GET', path, undefined, as)).status
const require = (required: boolean) =>
  world.ask(
    'PUT',
    '/v1/auth-settings',
    { device_token_max_ttl_seconds: null, second_factor_required: required },
    admin,
  )

/** Sets the second factor of a user up, and moves on to the next code. */
async function setUp(as = cookie, password = name): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = (await post('setup', undefined, as)).body
  const confirmed = await post('confirm', { password, code: codeOf(secret) }, as)
  expect(confirmed.status).toBe(200)
  await clock.advance(30_000)
  return { secret, recovery: confirmed.body.recovery_codes }
}

test('a user sets a second factor up, and then signs in with a code too', async () => {
  const { body } = await post('setup')
  expect(body).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: expect.stringContaining(`otpauth://totp/Granary:${name}%40main?`),
  })
  // Nothing has changed before the first code.
  expect((await login()).status).toBe(204)
  expect(await signInView()).toMatchObject({ second_factor: null, second_factor_required: false })
  const confirmed = await post('confirm', { password: name, code: codeOf(body.secret) })
  expect(confirmed.body.recovery_codes).toHaveLength(10)
  // 24 characters of 5 bits each: at least 112 bits, because only a fast hash is stored.
  for (const one of confirmed.body.recovery_codes) expect(one).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  expect(await signInView()).toMatchObject({ second_factor: { recovery_codes_left: 10 } })
  expect(await login()).toMatchObject({
    status: 401,
    body: { error_code: 'SecondFactorRequired', problems: [{ path: 'code', code: 'required' }] },
  })
  await clock.advance(30_000)
  const code = codeOf(body.secret)
  expect((await login(` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(204)
})

test('a second factor ends the sessions and the tokens that began without it', async () => {
  const token = await grantToken(world, cookie)
  const stolen = await world.signIn(name, name)
  expect((await require(true)).status).toBe(200)
  await setUp()
  expect(await status('/experimental/v1/me/sessions', cookie)).toBe(200)
  expect(await status('/experimental/v1/me/sessions', stolen)).toBe(401)
  expect((await world.ask('GET', '/experimental/v1/me/sessions', undefined, '', bearer(token))).status).toBe(
    401,
  )
})

test('only admins with the power of everyone in the silo require a second factor, or stop it', async () => {
  await addUser(world.services, 'main', 'silo-admin', { silo: 'admin' })
  const siloAdmin = await world.signIn('silo-admin', 'silo-admin')
  const put = (body: object) =>
    world.ask('PUT', '/v1/auth-settings', { device_token_max_ttl_seconds: 60, ...body }, siloAdmin)
  const now = (await require(false)).body.second_factor_required as boolean
  expect((await put({})).status).toBe(200)
  expect((await put({ second_factor_required: now })).status).toBe(200)
  expect(await put({ second_factor_required: !now })).toMatchObject({
    status: 403,
    body: { problems: [{ path: 'second_factor_required' }] },
  })
})

test('a sign-in without a code that was begun before a second factor is refused after it', async () => {
  const { passwords } = world.services
  const { secret } = (await post('setup')).body
  for (let turns = 0; turns < 60; turns++) {
    let late: ReturnType<typeof login> | undefined
    const signInLater = async () => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      return login()
    }
    world.services.passwords = {
      ...passwords,
      verify: async (...given) => {
        late ??= signInLater()
        return passwords.verify(...given)
      },
    }
    const confirming = post('confirm', { password: name, code: codeOf(secret) })
    expect((await confirming).status).toBe(200)
    const { headers } = await late!
    world.services.passwords = passwords
    const began = headers.get('set-cookie')?.split(';')[0] ?? ''
    expect([turns, await status('/v1/me', began)]).toEqual([turns, 401])
    await world.services.db
      .updateTable('second_factor')
      .set({ time_confirmed: null, last_step: 0 })
      .where('user_id', '=', id)
      .execute()
  }
})

test('only a secret whose code was entered becomes the second factor', async () => {
  const { passwords } = world.services
  for (let turns = 0; turns < 60; turns++) {
    name = `racer-${turns}`
    await addUser(world.services, 'main', name)
    cookie = await world.signIn(name, name)
    const { secret } = (await post('setup')).body
    // Another session of the user asks for a secret a moment after the password was checked.
    let other: Promise<unknown> | undefined
    const ask = async () => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      return post('setup', undefined, thief)
    }
    const thief = await world.signIn(name, name)
    world.services.passwords = {
      ...passwords,
      verify: async (...given) => {
        other ??= ask()
        return passwords.verify(...given)
      },
    }
    const confirmed = await post('confirm', { password: name, code: codeOf(secret) })
    world.services.passwords = passwords
    await other
    await clock.advance(30_000)
    const allowed = (await login(codeOf(secret))).status
    expect([turns, confirmed.status, allowed]).toEqual([turns, confirmed.status, 204])
  }
})

test('a code works once, also for two sign-ins at the same time', async () => {
  const { secret } = await setUp()
  const code = codeOf(secret)
  const answers = await Promise.all(Array.from({ length: 5 }, () => login(code)))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 401, 401, 401, 401])
  // An older code does not work after a newer one.
  await clock.advance(30_000)
  const older = codeOf(secret)
  await clock.advance(30_000)
  expect((await login(codeOf(secret))).status).toBe(204)
  expect((await login(older)).status).toBe(401)
})

test('the code of the confirmation is used up too', async () => {
  const { secret } = (await post('setup')).body
  const code = codeOf(secret)
  expect((await post('confirm', { password: name, code })).status).toBe(200)
  expect((await login(code)).status).toBe(401)
})

test('a wrong password gets the same answer with and without a second factor', async () => {
  await setUp()
  const wrong = await world.ask(
    'POST',
    '/v1/login/main/local',
    { username: name, password: 'x', code: '1' },
    '',
  )
  expect(wrong).toMatchObject({ status: 401, body: { error_code: 'Unauthorized' } })
})

test('wrong codes are limited, and do not lock the password of others', async () => {
  const { secret } = await setUp()
  const answers = await Promise.all(Array.from({ length: 60 }, () => login('000000')))
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
  expect((await login(codeOf(secret))).status).toBe(429)
  await addUser(world.services, 'main', 'neighbour')
  expect(
    (await world.ask('POST', '/v1/login/main/local', { username: 'neighbour', password: 'neighbour' }, ''))
      .status,
  ).toBe(204)
  await clock.advance(15 * 60_000)
  expect((await login(codeOf(secret))).status).toBe(204)
})

test('a recovery code stands in for a code once', async () => {
  const { recovery } = await setUp()
  expect((await login(recovery[0]!.toLowerCase().replaceAll('-', ' '))).status).toBe(204)
  expect((await login(recovery[0])).status).toBe(401)
  expect(await signInView()).toMatchObject({ second_factor: { recovery_codes_left: 9 } })
  const fresh = (await post('recovery-codes', { password: name })).body.recovery_codes
  expect((await login(recovery[1])).status).toBe(401)
  expect((await login(fresh[1])).status).toBe(204)
})

test('changes need the password', async () => {
  const { secret } = (await post('setup')).body
  const wrong = { status: 400, body: { problems: [{ path: 'password' }] } }
  expect(await post('confirm', { password: 'x', code: codeOf(secret) })).toMatchObject(wrong)
  expect(await post('confirm', { password: name, code: '000000' })).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'code', code: 'not_allowed' }] },
  })
  expect((await post('confirm', { password: name, code: codeOf(secret) })).status).toBe(200)
  expect((await post('setup')).status).toBe(400)
  expect(await post('remove', { password: 'x' })).toMatchObject(wrong)
  expect(await post('recovery-codes', { password: 'x' })).toMatchObject(wrong)
  expect((await post('remove', { password: name })).status).toBe(204)
  expect((await login()).status).toBe(204)
})

test('where a silo begins to require it, sessions and tokens of users without one can only set it up', async () => {
  const token = await grantToken(world, cookie)
  const withToken = async (path: string) =>
    (await world.ask('GET', path, undefined, '', bearer(token))).status
  expect([await status('/v1/me/ssh-keys', cookie), await withToken('/v1/me/ssh-keys')]).toEqual([200, 200])
  expect((await require(true)).body).toMatchObject({ second_factor_required: true })
  expect([await status('/v1/me/ssh-keys', cookie), await withToken('/v1/me/ssh-keys')]).toEqual([403, 403])
  expect([await status('/v1/me', cookie), await withToken('/v1/me')]).toEqual([200, 200])
  expect(await status('/v1/me/ssh-keys', admin)).toBe(200)
  await setUp(cookie)
  expect([await status('/v1/me/ssh-keys', cookie), await withToken('/v1/me/ssh-keys')]).toEqual([200, 401])
})

test('where a silo begins to require it, open streams and running bulk jobs of users without one end', async () => {
  await addUser(world.services, 'main', `${name}-worker`, { silo: 'collaborator' })
  const worker = await world.signIn(`${name}-worker`, `${name}-worker`)
  await world.ask('POST', '/v1/projects', { name, description: '' }, worker)
  const disk = (
    await world.ask(
      'POST',
      `/v1/disks?project=${name}`,
      {
        name: 'data',
        description: '',
        size: GiB,
        disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
      },
      worker,
    )
  ).body.id
  await world.services.db.updateTable('disk').set({ state: 'detached' }).execute()
  const reader = await readEvents(world, worker)
  const job = (
    await world.ask('POST', '/experimental/v1/bulk-jobs', { operation: 'disk_delete', ids: [disk] }, worker)
  ).body.id
  await require(true)
  await reader.until(() => reader.ended())
  await runJob(allHandlers, world.services, job)
  const items = await world.services.db
    .selectFrom('bulk_job_item')
    .selectAll()
    .where('job_id', '=', job)
    .execute()
  expect(items).toMatchObject([{ state: 'failed', error_code: 'SecondFactorSetupRequired' }])
})

test('an admin without a second factor who requires one is limited too', async () => {
  await world.services.db.deleteFrom('second_factor').execute()
  admin = await world.signIn('admin', 'secret')
  expect((await require(true)).status).toBe(200)
  expect((await require(false)).body).toMatchObject({ error_code: 'SecondFactorSetupRequired' })
})

test('where a silo requires it, users can do nothing else after their next sign-in', async () => {
  await require(true)
  const limited = await world.signIn(name, name)
  expect((await world.ask('GET', '/v1/me', undefined, limited)).body.needs_second_factor).toBe(true)
  for (const path of ['/v1/me/ssh-keys', '/v1/me/access-tokens', '/experimental/v1/events', '/v1/projects'])
    expect(await world.ask('GET', path, undefined, limited)).toMatchObject({
      status: 403,
      body: { error_code: 'SecondFactorSetupRequired' },
    })
  const password = { current_password: name, new_password: 'another long one' }
  expect((await world.ask('POST', '/experimental/v1/me/password', password, limited)).status).toBe(403)
  await expect(grantToken(world, limited)).rejects.toThrow('SecondFactorSetupRequired')
  await setUp(limited)
  expect(await status('/v1/me/ssh-keys', limited)).toBe(200)
  expect(await post('remove', { password: name }, limited)).toMatchObject({
    status: 400,
    body: { message: 'your silo requires a second factor; an admin can reset it' },
  })
})

/** Operations that a user may call before they have the second factor that their silo requires. */
const BEFORE_THE_FACTOR = [
  'currentUserGroups',
  'currentUserSecondFactorConfirm',
  'currentUserSecondFactorSetup',
  'currentUserSignInView',
  'currentUserView',
]

test('where a silo requires it, every other operation is refused before it', async () => {
  await require(true)
  const limited = await world.signIn(name, name)
  const allowed: string[] = []
  for (const [operation, { method, path, needs }] of Object.entries(contract)) {
    if (needs.by === 'anyone') continue
    const { status, body } = await world.ask(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined, limited)
    // An answer to HEAD has no body that says why.
    const isRefused = method === 'HEAD' ? status === 403 : body?.error_code === 'SecondFactorSetupRequired'
    if (!isRefused) allowed.push(operation)
  }
  expect(allowed.toSorted()).toEqual(BEFORE_THE_FACTOR)
})

test('when the silo requires it no longer, limited sessions go on', async () => {
  await require(true)
  const limited = await world.signIn(name, name)
  expect(await status('/v1/me/ssh-keys', limited)).toBe(403)
  // An update that does not mention it changes nothing.
  await world.ask('PUT', '/v1/auth-settings', { device_token_max_ttl_seconds: 60 }, admin)
  expect(await status('/v1/me/ssh-keys', limited)).toBe(403)
  await require(false)
  expect(await status('/v1/me/ssh-keys', limited)).toBe(200)
})

test('an admin resets the second factor of a user, but not of a user with a stronger fleet role', async () => {
  const of = (user: string) => `/experimental/v1/system/users/${user}/second-factor?silo=main`
  await setUp()
  const token = await grantToken(world, cookie)
  await addUser(world.services, 'main', `chief-${count}`, { silo: 'admin' })
  const chief = await world.signIn(`chief-${count}`, `chief-${count}`)
  expect((await world.ask('GET', of(id), undefined, chief)).body).toMatchObject({
    second_factor: { recovery_codes_left: 10 },
  })
  expect((await world.ask('GET', of(id), undefined, cookie)).status).toBe(403)
  const operator = (await world.ask('GET', '/v1/me', undefined, admin)).body.id
  expect((await world.ask('DELETE', of(operator), undefined, chief)).status).toBe(403)
  expect((await world.ask('DELETE', of(id), undefined, chief)).status).toBe(204)
  expect((await world.ask('GET', of(id), undefined, chief)).body).toEqual({ second_factor: null })
  expect(await status('/v1/me', cookie)).toBe(401)
  expect((await world.ask('GET', '/v1/me', undefined, '', bearer(token))).status).toBe(401)
  expect((await login()).status).toBe(204)
})

test('users of an identity provider have no second factor here', async () => {
  await addSilo(world.services, 'federated', { identity_mode: 'saml_jit' })
  const fred = await sessionOf(world.services, await addUser(world.services, 'federated', 'fred'))
  expect((await post('setup', undefined, fred)).status).toBe(404)
  expect(await signInView(fred)).toEqual({
    method: 'identity_provider',
    second_factor: null,
    second_factor_required: false,
  })
})

test('neither the secret nor a recovery code is in the change log or the log, and only hashes of codes are stored', async () => {
  const lines: string[] = []
  world.services.log = (...line) => void lines.push(JSON.stringify(line))
  const { secret, recovery } = await setUp()
  await login(recovery[0])
  await login(recovery[0])
  world.services.log = () => {}
  const { db } = world.services
  const stored = JSON.stringify([
    await db.selectFrom('change_log').selectAll().execute(),
    await db.selectFrom('recovery_code').selectAll().execute(),
    lines,
  ])
  expect(lines.length).toBeGreaterThan(3)
  for (const code of [secret, ...recovery, ...recovery.map((text) => text.replaceAll('-', ''))])
    expect(stored).not.toContain(code)
})
