import { expect, test } from 'vitest'
import type { MachineNic } from '../../machine.ts'
import { ipText } from './ip.ts'

const nic = (addresses: string[], primary = false): MachineNic => ({
  id: 'nic',
  name: 'net0',
  networkId: 'v1',
  mac: 'A8:40:25:F0:00:01',
  primary,
  addresses,
  mtu: 1500,
})

test('ip route has the default route of the primary interface, and each subnet', () => {
  const nics = [nic(['172.30.3.5/22', 'fd00::5/64'], true), nic(['fd00:1::5/64']), nic(['10.0.0.200/26'])]
  expect(ipText(['route'], nics).split('\n')).toEqual([
    'default via 172.30.0.1 dev ens3',
    '172.30.0.0/22 dev ens3 proto kernel scope link src 172.30.3.5',
    '10.0.0.192/26 dev ens5 proto kernel scope link src 10.0.0.200',
  ])
})

test('ip route is empty without an IPv4 address', () => {
  expect(ipText(['r'], [])).toBe('')
  expect(ipText(['r'], [nic(['fd00::5/64'], true)])).toBe('')
})

test('other objects print the usage', () => {
  expect(ipText([], [])).toBe('usage: ip addr | ip route')
})
