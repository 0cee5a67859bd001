import { afterAll, beforeAll, expect, test } from 'vitest'
import { DriverError } from '@granary/compute/driver-error.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

const AT = '/v1/system/networking'
const peer = { switch_slot: 'switch0', remote: '192.0.2.1' }
const settings = { detection_threshold: 3, required_rx: 100_000, mode: 'single_hop' }
const enable = (change: object = {}) =>
  world.ask('POST', `${AT}/bfd-enable`, { ...peer, ...settings, ...change })
const status = () => world.ask('GET', `${AT}/bfd-status`)

test('enables, replaces and disables sessions, which are down without a router', async () => {
  expect((await status()).body).toEqual([])
  expect((await enable()).status).toBe(204)
  await enable({ switch_slot: 'switch1', remote: 'fd00::1', local: 'fd00::2', mode: 'multi_hop' })
  await enable({ detection_threshold: 5 })
  const { remote, ...onFirst } = { ...peer, ...settings, detection_threshold: 5 }
  expect((await status()).body).toEqual([
    { ...onFirst, peer: remote, local: null, state: 'down' },
    {
      ...settings,
      switch_slot: 'switch1',
      peer: 'fd00::1',
      local: 'fd00::2',
      mode: 'multi_hop',
      state: 'down',
    },
  ])
  const disable = () => world.ask('POST', `${AT}/bfd-disable`, peer)
  expect([(await disable()).status, (await disable()).status]).toEqual([204, 204])
  expect((await status()).body).toEqual([expect.objectContaining({ peer: 'fd00::1' })])
})

test.each([
  ['addresses of two families', { local: 'fd00::2' }, 'local'],
  ['no address', { remote: 'router' }, 'remote'],
  ['an IPv4 address inside IPv6', { remote: '::ffff:192.0.2.1' }, 'remote'],
  ['a threshold above 255', { detection_threshold: 256 }, 'detection_threshold'],
])('refuses %s', async (_, change, path) => {
  const { status: code, body } = await enable(change)
  expect([code, body.problems[0].path]).toEqual([400, path])
})

test.each([
  ['does not answer', () => Promise.reject(new DriverError('unreachable', 'no answer'))],
  ['is not there', undefined],
])('fails while the switch %s', async (_, bfdStates) => {
  await enable()
  const { compute } = world.services
  try {
    world.services.compute = { ...compute, bfdStates } as typeof compute
    const { status: code, body } = await status()
    expect([code, body.error_code]).toEqual([500, 'Internal'])
  } finally {
    world.services.compute = compute
  }
})
