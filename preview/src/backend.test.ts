import { setUp } from '@granary/control-plane/start/first-start.ts'
import { beforeAll, expect, test } from 'vitest'
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

const ask = (path: string, method = 'GET', body?: unknown) =>
  backend.fetch(
    new Request(`http://preview.test${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    }),
  )

beforeAll(async () => {
  backend = await openBackend(await openWasmSqlite(), cookies, (services) => setUp(services, 'unused'))
})

test('acts as the administrator and creates a project', async () => {
  const me = (await (await ask('/v1/me')).json()) as { display_name: string }
  expect(me.display_name).toBe('admin')
  const created = await ask('/v1/projects', 'POST', { name: 'orchard', description: '' })
  expect(created.status).toBe(201)
  const list = (await (await ask('/v1/projects')).json()) as { items: { name: string }[] }
  expect(list.items.map((project) => project.name)).toEqual(['orchard'])
})
