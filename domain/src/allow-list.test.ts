import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { allowedBy, allowListProblems } from './allow-list.ts'
import { normalizeIp } from './ip.ts'

test.each([
  ['no networks', [], ['']],
  ['every address', ['10.0.0.0/8', '192.0.2.1/0', 'fd00::/0'], ['[1]', '[2]']],
  ['unspecified addresses', ['0.0.0.0/8', '::/128', '::/1'], ['[0]', '[1]', '[2]']],
  ['IPv4 inside IPv6', ['::ffff:198.51.100.0/120', '::FFFF:c633:6407/128'], ['[0]', '[1]']],
  ['usual networks', ['10.0.0.0/8', '192.0.2.7/32', 'fd00::/8'], []],
])('refuses %s', (_, networks, paths) => {
  expect(allowListProblems(networks).map(({ path }) => path)).toEqual(paths)
})

test('admits an IPv4 address that arrived over IPv6, and no text that is no address', () => {
  const admits = allowedBy({ allow: 'list', ips: ['192.0.2.0/24'] })
  expect(['192.0.2.9', '::ffff:192.0.2.9', '192.0.3.9', 'unknown', ''].map(admits)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(allowedBy({ allow: 'any' })('198.51.100.1')).toBe(true)
})

test('admits no IPv4 address by an IPv6 network that covers the mapped ones', () => {
  expect(allowedBy({ allow: 'list', ips: ['::1/64'] })('192.0.2.9')).toBe(false)
})

test('agrees with another implementation on networks of the same family', () => {
  const v6 = fc.ipV6().filter((text) => !normalizeIp(text).includes('.'))
  const network = (address: fc.Arbitrary<string>, width: number) =>
    fc.tuple(address, fc.integer({ min: 1, max: width }))
  const same = fc.oneof(
    fc.tuple(fc.array(network(fc.ipV4(), 32), { minLength: 1, maxLength: 4 }), fc.ipV4()),
    fc.tuple(fc.array(network(v6, 128), { minLength: 1, maxLength: 4 }), v6),
  )
  fc.assert(
    fc.property(same, ([networks, other]) => {
      const cidrs = networks.map((each) => each.join('/'))
      const admits = allowedBy({ allow: 'list', ips: cidrs })
      const matches = (address: string) =>
        cidrs.some((each) => ipaddr.parse(address).match(ipaddr.parseCIDR(each)))
      for (const each of [other, networks[0]![0]]) expect(admits(each)).toBe(matches(each))
    }),
  )
})
