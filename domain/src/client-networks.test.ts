import { expect, test } from 'vitest'
import { clientNetwork, largeNetwork } from './client-networks.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('counts %s as %s', (address, network) => expect(clientNetwork(address)).toBe(network))

test.each([
  ['192.0.2.7', '192.0.0.0/8'],
  ['::ffff:192.0.2.7', '192.0.0.0/8'],
  ['2001:db8:1:2::1', '2001::/20'],
  ['2a02:1234::1', '2a02:1000::/20'],
  ['unknown', 'unknown'],
])('puts %s into the large network %s', (address, network) => expect(largeNetwork(address)).toBe(network))
