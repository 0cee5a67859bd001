import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  const { ask } = world
  const identity = (name: string) => ({ name, description: '' })
  await ask('POST', '/v1/projects', identity('shop'))
  for (const kind of ['affinity', 'anti-affinity'])
    await ask('POST', `/v1/${kind}-groups?project=shop`, {
      ...identity('near'),
      policy: 'allow',
      failure_domain: 'sled',
    })
  await ask('POST', '/v1/vpc-routers?project=shop&vpc=default', identity('own'))
  await ask('POST', '/v1/system/ip-pools', { ...identity('pool'), ip_version: 'v4' })
  await ask('POST', '/v1/system/ip-pools/pool/ranges/add', { first: '203.0.113.1', last: '203.0.113.9' })
  await ask('POST', '/v1/system/ip-pools/pool/silos', { silo: 'main', is_default: false })
  await ask('POST', '/v1/system/subnet-pools', { ...identity('blocks'), ip_version: 'v4' })
  await ask('POST', '/v1/floating-ips?project=shop', {
    ...identity('front'),
    address_allocator: { type: 'auto', pool_selector: { type: 'explicit', pool: 'pool' } },
  })
})
afterAll(() => world.close())

const UPDATES = [
  '/v1/projects/shop',
  '/v1/vpcs/default?project=shop',
  '/v1/vpc-routers/own?project=shop&vpc=default',
  '/v1/affinity-groups/near?project=shop',
  '/v1/anti-affinity-groups/near?project=shop',
  '/v1/floating-ips/front?project=shop',
  '/v1/system/ip-pools/pool',
  '/v1/system/subnet-pools/blocks',
]

test.each(UPDATES)('an update of %s without values changes nothing and leaves no entry', async (path) => {
  const { ask } = world
  const { status, body: before } = await ask('GET', path)
  expect(status).toBe(200)
  const history = async () => (await ask('GET', `/experimental/v1/history/${before.id}`)).body.items.length
  const entries = await history()
  await clock.advance(60_000)
  for (const values of [{}, { name: null, description: null }, { description: before.description }])
    expect((await ask('PUT', path, values)).body.time_modified).toBe(before.time_modified)
  expect(await history()).toBe(entries)
  const changed = (await ask('PUT', path, { description: 'another' })).body
  expect(changed.time_modified).toBe(clock.now().toISOString())
})
