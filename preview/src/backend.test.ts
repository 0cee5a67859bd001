import type { HostServices } from '@granary/control-plane/kit/context/services.ts'
import { setUp } from '@granary/control-plane/start/first-start.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Backend, openBackend } from './backend.ts'
import type { CookieJar } from './cookies.ts'
import { openWasmSqlite } from './database/wasm.ts'

const jar = new Map<string, string>()
const cookies: CookieJar = {
  get: (name) => jar.get(name) ?? null,
  set: (name, value) => void jar.set(name, value),
  remove: (name) => void jar.delete(name),
}
let backend: Backend

/** A plain user before the administrators, and a silo administrator before the fleet's. */
async function load(services: HostServices): Promise<void> {
  await setUp(services, '')
  const { db } = services
  const admin = await db.selectFrom('silo_user').selectAll().executeTakeFirstOrThrow()
  const addUser = (rowid: number, external_id: string, display_name: string) => {
    const row = { ...admin, id: crypto.randomUUID(), external_id, display_name, rowid }
    return db.insertInto('silo_user').values(row).returning('id').executeTakeFirstOrThrow()
  }
  await addUser(-2, 'ada', 'Ada Plain')
  const { id } = await addUser(-1, 'grace', 'Grace Silo-Admin')
  await db
    .insertInto('role_assignment')
    .values({
      resource_id: admin.silo_id,
      resource_kind: 'silo',
      identity_kind: 'silo_user',
      identity_id: id,
      role: 'admin',
    })
    .execute()
}

beforeAll(async () => {
  backend = await openBackend(await openWasmSqlite(), cookies, load)
})

beforeEach(() => jar.clear())

function ask(path: string, body?: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers }
  return backend.fetch(new Request(`http://preview.test${path}`, init))
}

const whoAmI = async () => ((await (await ask('/v1/me')).json()) as { display_name: string }).display_name
const signIn = (username: string, password: string, silo = 'main') =>
  ask(`/v1/login/${silo}/local`, { username, password })

test('acts as the first administrator of the fleet without a cookie', async () => {
  expect(await whoAmI()).toBe('admin')
})

test('acts as the user in the cookie', async () => {
  jar.set('preview-user', 'Grace Silo-Admin')
  expect(await whoAmI()).toBe('Grace Silo-Admin')
  jar.set('preview-user', 'Ada Plain')
  expect((await ask('/v1/system/policy')).status).toBe(403)
})

test('falls back for an unknown name, and warns once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  jar.set('preview-user', 'Nobody Here')
  expect([await whoAmI(), await whoAmI()]).toEqual(['admin', 'admin'])
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]![0]).toContain('"Nobody Here"')
  warn.mockRestore()
})

test('refuses every request between sign-out and sign-in', async () => {
  expect((await ask('/v1/logout', {})).status).toBe(204)
  expect((await ask('/v1/me')).status).toBe(401)
  expect((await signIn('ada', 'bad')).status).toBe(401)
  expect((await ask('/v1/me')).status).toBe(401)
  expect((await signIn('ada', 'anything')).status).toBe(204)
  expect(await whoAmI()).toBe('Ada Plain')
})

test('accepts an unknown user name, and acts as the previous user', async () => {
  jar.set('preview-user', 'Ada Plain')
  await ask('/v1/logout', {})
  expect((await signIn('stranger', 'bad')).status).toBe(401)
  expect((await signIn('stranger', 'anything')).status).toBe(204)
  expect(await whoAmI()).toBe('Ada Plain')
})

test('forwards invalid sign-in requests to the control plane', async () => {
  await ask('/v1/logout', {})
  expect((await signIn('ada', 'x', 'no-such-silo')).status).toBe(404)
  expect((await ask('/v1/login/main/local', { username: 'ada' })).status).toBe(400)
  expect((await ask('/v1/me')).status).toBe(401)
})

test('creates a resource and streams its event', async () => {
  const stream = (await ask('/experimental/v1/events')).body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await ask('/v1/projects', { name: 'orchard', description: '' })).status).toBe(201)
  let events = ''
  while (!events.includes('"name":"orchard"')) events += (await stream.read()).value!
  await stream.cancel()
  const { items } = (await (await ask('/v1/projects')).json()) as { items: { name: string }[] }
  expect(items.map(({ name }) => name)).toEqual(['orchard'])
})
