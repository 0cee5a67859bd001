import { DriverError } from '@granary/compute/driver-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastChange } from '../../test/change-log.ts'
import { plainBundles } from '../../test/support-bundles.ts'
import { openWorld, type World } from '../../test/world.ts'
import { rawWriter } from '../database/session.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'
import { runSupportBundle } from './run.ts'

const AT = '/v1/system/support-bundles'
type File = { name: string; size: number; problem: string | null }

let world: World
let cookie: string
const create = (body: object = {}) => world.ask('POST', AT, body)
const view = async (id: string) => (await world.ask('GET', `${AT}/${id}`)).body
const run = (id: string, ending = new AbortController().signal) =>
  runSupportBundle(world.services, id, ending)
const remove = (id: string) => world.ask('DELETE', `${AT}/${id}`)
const collected = async (body: object = {}): Promise<string> => {
  const { id } = (await create(body)).body
  await run(id)
  return id
}
const parts = () => world.services.db.selectFrom('support_bundle_part').select('place').execute()

/** Sends a request and returns the bytes of its answer. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = new Request(`http://test${AT}/${path}`, { method, headers: { cookie, ...headers } })
  const answer = await world.controlPlane.fetch(request)
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

/** Sets what a server leaves that stopped at an attempt. */
const interrupt = (id: string, attempts: number) =>
  rawWriter(world.services)
    .updateTable('support_bundle')
    .set({ attempts, progress: 40 })
    .where('id', '=', id)
    .execute()

beforeEach(async () => {
  world = await openWorld({ started: false })
  world.services.bundles = plainBundles()
  world.services.settings.makesSupportBundles = true
  cookie = await world.signIn('admin', 'secret')
  await refreshInventory(world.services)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.close()
})

test('has how the hardware changed since a time, from a log with many other entries and with gaps', async () => {
  const { db } = world.services
  const old = '2020-01-01T00:00:00.000Z'
  for (const name of ['a', 'b', 'c', 'd']) await world.ask('POST', '/v1/projects', { name, description: '' })
  const entries = await db.selectFrom('change_log').select('seq').orderBy('seq').execute()
  const [first, second, third, ...others] = entries.map(({ seq }) => seq)
  const write = rawWriter(world.services)
  await write.updateTable('change_log').set({ kind: 'sled' }).where('seq', '<', others.at(-1)!).execute()
  await write.updateTable('change_log').set({ time: old }).where('seq', '<=', first!).execute()
  await write.deleteFrom('change_log').where('seq', '=', second!).execute()
  const id = await collected({ since: '2020-01-02T00:00:00Z' })
  const lines = (await get(`${id}/download/hardware-history.jsonl`)).bytes.toString().trimEnd().split('\n')
  const found = lines.map((line) => JSON.parse(line) as { seq: number })
  expect(found.map(({ seq }) => seq)).toEqual([third, ...others.slice(0, -1)])
  // No operation made these entries, which the end of the test would ask about.
  await write.deleteFrom('change_log').execute()
})

test('is collected with its files, and downloaded whole, in ranges, and one file at a time', async () => {
  const created = await create({ user_comment: 'slow starts' })
  expect(created).toMatchObject({
    status: 201,
    body: {
      state: 'collecting',
      progress: 0,
      reason_for_creation: 'Created by external API',
      user_comment: 'slow starts',
    },
  })
  const { id } = created.body
  expect((await get(`${id}/download`)).status).toBe(400)
  await run(id)
  const bundle = await view(id)
  expect(bundle).toMatchObject({ state: 'active', progress: 100, reason_for_failure: null })
  const files = bundle.files as File[]
  expect(files.filter(({ problem }) => problem !== null)).toEqual([])
  const index = (await get(`${id}/index`)).bytes.toString()
  expect(index).toBe(files.map(({ name }) => `${name}\n`).join(''))

  const whole = await get(`${id}/download`)
  expect([whole.status, whole.bytes.length]).toEqual([200, bundle.size])
  expect(whole.headers.get('content-disposition')).toMatch(
    /^attachment; filename="support-bundle-\d+-\d+\.zip"$/,
  )
  const head = await get(`${id}/download`, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bundle.size)])
  expect(head.bytes.length).toBe(0)
  const part = await get(`${id}/download`, { range: 'bytes=5-14' })
  expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(5, 15)])
  expect(part.headers.get('content-range')).toBe(`bytes 5-14/${bundle.size}`)
  const headed = await get(`${id}/download`, { range: 'bytes=5-14' }, 'HEAD')
  expect([headed.status, headed.headers.get('content-length'), headed.bytes.length]).toEqual([206, '10', 0])
  const beyond = await get(`${id}/download`, { range: `bytes=${bundle.size}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bundle.size}`])
  const other = await get(`${id}/download`, { range: 'bytes=5-14', 'if-range': '"another"' })
  expect([other.status, other.bytes.length]).toEqual([200, bundle.size])

  for (const { name, size } of files) {
    const file = await get(`${id}/download/${name}`)
    expect([name, file.status, file.bytes.length]).toEqual([name, 200, size])
    const its = await get(`${id}/download/${name}`, {}, 'HEAD')
    expect([name, its.status, its.headers.get('content-length')]).toEqual([name, 200, String(size)])
    const some = await get(`${id}/download/${name}`, { range: 'bytes=1-3' })
    if (size > 1) expect(some.bytes).toEqual(file.bytes.subarray(1, 4))
  }
  const missing = await world.ask('GET', `${AT}/${id}/download/none`)
  expect(missing.body.message).toBe(`not found: file "none" in support bundle ${id}`)
  const inventory = JSON.parse((await get(`${id}/download/inventory.json`)).bytes.toString())
  expect(inventory.sled.length).toBeGreaterThan(0)
  expect((await get(`${id}/download/audit-log.jsonl`)).bytes.toString()).toContain('support_bundle_create')
  expect((await lastChange(world, 'support-bundle', id)).last.action).toBe('updated')
})

test('the comment can be changed, and has a longest length in bytes', async () => {
  const id = await collected()
  const put = (user_comment: string | null) => world.ask('PUT', `${AT}/${id}`, { user_comment })
  expect((await put('é'.repeat(2048))).body.user_comment).toHaveLength(2048)
  for (const answer of [await put('é'.repeat(2049)), await create({ user_comment: 'x'.repeat(4097) })])
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path: 'user_comment' }] } })
  expect((await put(null)).body.user_comment).toBeNull()
  const later = new Date(Date.now() + 60_000).toISOString()
  expect(await create({ since: later })).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'since' }] },
  })
})

test('has only what happened since the requested time', async () => {
  const since = new Date(Date.now() + 1).toISOString()
  await new Promise((resolve) => setTimeout(resolve, 2))
  const id = await collected({ since })
  const text = (await get(`${id}/download/audit-log.jsonl`)).bytes.toString()
  expect(text).toContain('support_bundle_create')
  expect(text).not.toContain('login_local')
})

test('one is collected at a time, and five are kept', async () => {
  const { body } = await create()
  expect(await create()).toMatchObject({ status: 409, body: { message: expect.stringContaining(body.id) } })
  await run(body.id)
  for (let count = 1; count < 5; count++) await collected()
  expect((await world.ask('GET', AT)).body.items).toHaveLength(5)
  expect(await create()).toMatchObject({ status: 507, body: { message: /delete an old one/ } })
  expect((await remove(body.id)).status).toBe(204)
  expect((await view(body.id)).state).toBe('destroying')
  await run(body.id)
  expect((await world.ask('GET', `${AT}/${body.id}`)).status).toBe(404)
  expect((await create()).status).toBe(201)
})

test('a deletion cancels the collection', async () => {
  const { id } = (await create()).body
  const bundles = plainBundles()
  world.services.bundles = {
    ...bundles,
    pack: async function* (files) {
      for await (const chunk of bundles.pack(files)) {
        yield chunk
        await remove(id)
      }
    },
  }
  await run(id)
  expect((await view(id)).state).toBe('destroying')
  await run(id)
  expect((await world.ask('GET', `${AT}/${id}`)).status).toBe(404)
  expect(await parts()).toEqual([])
})

test('a bundle whose server stopped is collected anew, three times at most', async () => {
  const first = (await create()).body.id
  await interrupt(first, 2)
  await run(first)
  expect(await view(first)).toMatchObject({ state: 'active', progress: 100 })
  const second = (await create()).body.id
  await interrupt(second, 3)
  await run(second)
  expect(await view(second)).toMatchObject({
    state: 'failed',
    files: [],
    reason_for_failure: 'The server stopped 3 times while it collected the bundle.',
  })
  await remove(second)
  await run(second)
  expect((await world.ask('GET', `${AT}/${second}`)).status).toBe(404)
})

test('a server that hung adds nothing to the bundle that another one collects', async () => {
  const { id } = (await create()).body
  const bundles = plainBundles()
  let isHung = true
  world.services.bundles = {
    ...bundles,
    pack: async function* (files) {
      for await (const chunk of bundles.pack(files)) {
        if (isHung) {
          isHung = false
          await run(id)
        }
        yield chunk
      }
    },
  }
  await run(id)
  const bundle = await view(id)
  expect(bundle.state).toBe('active')
  expect((await get(`${id}/download`)).bytes.length).toBe(bundle.size)
  expect((await get(`${id}/download/contents.json`)).status).toBe(200)
})

test('a stop is no failed attempt', async () => {
  const { id } = (await create()).body
  const ending = new AbortController()
  const bundles = plainBundles()
  world.services.bundles = {
    ...bundles,
    pack: async function* (files) {
      for await (const chunk of bundles.pack(files)) {
        ending.abort(new Error('stopping'))
        yield chunk
      }
    },
  }
  expect(await run(id, ending.signal)).toEqual({ again: 0 })
  const { attempts } = await world.services.db
    .selectFrom('support_bundle')
    .select('attempts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([attempts, (await view(id)).state]).toEqual([0, 'collecting'])
})

test('a source that fails leaves its file with the problem, and all others whole', async () => {
  vi.spyOn(world.services.compute, 'list').mockRejectedValue(new DriverError('unreachable', 'no answer'))
  const bundle = await view(await collected())
  expect(bundle.state).toBe('active')
  const failed = (bundle.files as File[]).filter(({ problem }) => problem !== null)
  expect(failed).toEqual([{ name: 'machines.jsonl', size: 0, is_cut: false, problem: 'no answer' }])
})

test('a server without a place for bundles refuses to make one', async () => {
  world.services.settings.makesSupportBundles = false
  expect((await create()).status).toBe(400)
})
