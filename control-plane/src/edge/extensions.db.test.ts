import { contract } from '@granary/contract/contract.ts'
import { EXTENSIONS_HEADER } from '@granary/contract/extension.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

async function cloud(extensions: boolean) {
  const world = await openWorld({ extensions })
  onTestFinished(() => world.close())
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  return world
}

const machine = {
  name: 'web',
  description: '',
  hostname: 'web',
  ncpus: 1,
  memory: 2 ** 30,
  start: false,
  network_interfaces: { type: 'none' },
}
const inShop = (path: string) => `/v1/${path}?project=shop`

test('names the extensions in a header', async () => {
  const [on, off] = [await cloud(true), await cloud(false)]
  expect((await on.ask('GET', '/v1/ping')).headers.get(EXTENSIONS_HEADER)).toBe('yes')
  expect((await off.ask('GET', '/v1/ping')).headers.has(EXTENSIONS_HEADER)).toBe(false)
})

test('without extensions their operations are not found', async () => {
  const { ask } = await cloud(false)
  const extensions = Object.values<Operation>(contract).filter(({ extension }) => extension)
  expect(extensions.length).toBeGreaterThan(10)
  for (const { method, path } of extensions) {
    const { status, body } = await ask(method, path.replaceAll(/\{\w+\}/g, 'shop'))
    expect([path, status, body.message]).toEqual([path, 404, 'Not Found'])
  }
})

test.each([
  ['/v1/me', ['fleet_role', 'silo_role', 'needs_second_factor', 'time_groups_kept']],
  ['/v1/projects/shop', ['my_role']],
  [inShop('instances/web'), ['start_problem', 'note', 'deletion_protected', 'tags']],
  [inShop('affinity-groups/near'), ['member_count', 'tags']],
])('%s has the fields %j only with extensions', async (path, fields) => {
  const views = []
  for (const extensions of [true, false]) {
    const { ask } = await cloud(extensions)
    await ask('POST', inShop('instances'), machine)
    const group = { name: 'near', description: '', policy: 'fail', failure_domain: 'sled' }
    await ask('POST', inShop('affinity-groups'), group)
    views.push(Object.keys((await ask('GET', path)).body))
  }
  const [on, off] = views
  expect(on).toEqual(expect.arrayContaining(fields))
  expect(off).toEqual(on!.filter((field) => !fields.includes(field)))
})

test('without extensions their parameters and fields of requests are ignored', async () => {
  const { ask } = await cloud(false)
  await ask('POST', inShop('instances'), machine)
  const listed = await ask('GET', `${inShop('instances')}&name_contains=other&filter=state:failed`)
  expect(listed.body.items).toEqual([expect.objectContaining({ name: 'web' })])
  expect(listed.body.items[0]).not.toHaveProperty('external_ips')
  const settings = { boot_disk: null, auto_restart_policy: null, cpu_platform: null }
  const update = { ...settings, ncpus: 2, memory: 2 ** 30, enable_jumbo_frames: false, name: 'other' }
  const { status, body } = await ask('PUT', inShop('instances/web'), update)
  expect([status, body.name, body.ncpus]).toEqual([200, 'web', 2])
})

test('without extensions a refusal has no problems', async () => {
  const [on, off] = [await cloud(true), await cloud(false)]
  const wrong = { name: 'NO', description: '' }
  const refused = await on.ask('POST', '/v1/projects', wrong)
  expect(refused.body.problems).toHaveLength(1)
  const { problems: _, request_id: __, ...published } = refused.body
  const { request_id: ___, ...bare } = (await off.ask('POST', '/v1/projects', wrong)).body
  expect(bare).toEqual(published)
})
