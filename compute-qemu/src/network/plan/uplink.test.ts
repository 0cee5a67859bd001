import { expect, test } from 'vitest'
import { externalOf, interfaceOf, networkOf } from './testing.ts'
import { addressesOf, claimsOf, ledBy, leadingBatch } from './uplink.ts'

const network = networkOf([interfaceOf('web', ['10.0.0.5'])], {
  external: [
    externalOf('web', '203.0.113.5'),
    externalOf('web', '203.0.113.1', { kind: 'snat' }),
    externalOf('web', '2001:db8::5'),
  ],
  routed: [
    { subnet: '203.0.113.16/30', interfaceId: 'web' },
    { subnet: '198.18.0.0/16', interfaceId: 'web' },
  ],
})
const nothing = { routes: new Set<string>(), answers: new Set<string>() }
const all = ledBy(claimsOf([network, network]), 'lan0')

test('the host answers for every address, except for those of a subnet that must be routed to it', () => {
  expect([...all.routes]).toHaveLength(5)
  expect([...all.answers].map((text) => text.split(' ')[0])).toEqual([
    '203.0.113.5',
    '203.0.113.1',
    '2001:db8::5',
    ...addressesOf('203.0.113.16/30'),
  ])
  expect(addressesOf('10.0.0.0/16')).toEqual([])
})

test('whatever the host answers for has a route at any moment', () => {
  expect(leadingBatch(nothing, all, 'granary').v6).toEqual([
    'route replace 2001:db8::5 via fe80::2 dev granary onlink',
    'neigh replace proxy 2001:db8::5 dev lan0',
  ])
  expect(leadingBatch(all, nothing, 'granary').v6).toEqual([
    'neigh del proxy 2001:db8::5 dev lan0',
    'route del 2001:db8::5 via fe80::2 dev granary',
  ])
  expect(leadingBatch(all, all, 'granary')).toEqual({ v4: [], v6: [] })
})

test('another interface answers in place of the one before', () => {
  const { v6 } = leadingBatch(all, ledBy(claimsOf([network]), 'br1'), 'granary')
  expect(v6).toEqual(['neigh del proxy 2001:db8::5 dev lan0', 'neigh replace proxy 2001:db8::5 dev br1'])
})
