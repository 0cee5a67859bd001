import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { plainBindings } from '../kit/request/bindings.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const AT = '/v1/system/networking'
const list = (...ips: string[]) => ({ allowed_ips: { allow: 'list', ips } })

/** Replaces the list as the administrator at another address. */
async function replaceFrom(address: string, body: unknown) {
  const { controlPlane, signIn } = world
  const request = new Request(`http://test${AT}/allow-list`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: await signIn('admin', 'secret') },
    body: JSON.stringify(body),
  })
  const client = { ...plainBindings(request), clientAddress: address, isLocal: false }
  const response = await controlPlane.fetch(request, client)
  return { status: response.status, body: JSON.parse(await response.text()) as Record<string, unknown> }
}
const admits = (clientAddress: string, isLocal = false) =>
  world.controlPlane.admits({ clientAddress, isLocal })

test('admits every address until a list is set, then only those of the list', async () => {
  const { ask } = world
  const before = await ask('GET', `${AT}/allow-list`)
  expect(before.body.allowed_ips).toEqual({ allow: 'any' })
  expect(await admits('192.0.2.1')).toBe(true)
  const networks = list('198.51.100.0/24', '2001:db8::/32')
  const answer = await replaceFrom('198.51.100.9', networks)
  expect([answer.status, answer.body.allowed_ips]).toEqual([200, networks.allowed_ips])
  expect(answer.body.time_created).toBe(before.body.time_created)
  const addresses = ['198.51.100.9', '2001:db8::7', '192.0.2.1', 'unknown']
  expect(await Promise.all(addresses.map((address) => admits(address)))).toEqual([true, true, false, false])
  expect(await admits('127.0.0.1', true)).toBe(true)
  expect((await ask('PUT', `${AT}/allow-list`, { allowed_ips: { allow: 'any' } })).status).toBe(200)
  expect(await admits('192.0.2.1')).toBe(true)
})

test.each([
  ['an empty list', list(), 'allowed_ips.ips'],
  ['every IPv4 address', list('198.51.100.0/24', '198.51.100.0/0'), 'allowed_ips.ips[1]'],
  ['an unspecified IPv4 address', list('0.0.0.0/8'), 'allowed_ips.ips[0]'],
  ['an unspecified IPv6 address', list('::/64'), 'allowed_ips.ips[0]'],
  ['a list without the caller', list('192.0.2.0/24'), 'allowed_ips.ips'],
  ['no network', list('198.51.100.9'), 'allowed_ips.ips[0]'],
  ['more than 1,024 networks', list(...Array<string>(1_025).fill('198.51.100.0/24')), 'allowed_ips.ips'],
])('refuses %s', async (_, body, path) => {
  const answer = await replaceFrom('198.51.100.9', body)
  expect([answer.status, answer.body.problems]).toEqual([400, [expect.objectContaining({ path })]])
  expect(await admits('192.0.2.1')).toBe(true)
})

test('a caller on the server itself may exclude everyone else', async () => {
  expect((await world.ask('PUT', `${AT}/allow-list`, list('192.0.2.0/24'))).status).toBe(200)
  expect([await admits('198.51.100.9'), await admits('127.0.0.1', true)]).toEqual([false, true])
  await world.ask('PUT', `${AT}/allow-list`, { allowed_ips: { allow: 'any' } })
})

test('stores whether services receive ICMP', async () => {
  const { ask } = world
  expect((await ask('GET', `${AT}/inbound-icmp`)).body).toEqual({ enabled: true })
  expect((await ask('PUT', `${AT}/inbound-icmp`, { enabled: false })).status).toBe(204)
  expect((await ask('GET', `${AT}/inbound-icmp`)).body).toEqual({ enabled: false })
})

test('instances may enable jumbo frames only with the opt-in of the fleet', async () => {
  const { ask } = world
  const create = (name: string) =>
    ask('POST', '/v1/instances?project=shop', {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: 2 ** 30,
      enable_jumbo_frames: true,
      start: false,
    })
  const off = { external_jumbo_frames_opt_in_enabled: false }
  const on = { external_jumbo_frames_opt_in_enabled: true }
  expect((await ask('GET', `${AT}/settings`)).body).toEqual(off)
  expect((await create('early')).status).toBe(400)
  expect((await ask('PUT', `${AT}/settings`, on)).body).toEqual(on)
  const created = await create('web')
  expect([created.status, created.body.enable_jumbo_frames]).toEqual([201, true])
  expect((await ask('PUT', `${AT}/settings`, {})).body).toEqual(off)
})
