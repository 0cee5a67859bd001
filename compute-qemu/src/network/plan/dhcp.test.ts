import { expect, test } from 'vitest'
import { dhcpConfig } from './dhcp.ts'
import { interfaceOf, networkOf } from './testing.ts'

test('every guest has its own addresses, and no IPv6 network is on the link', () => {
  const config = dhcpConfig(
    networkOf([interfaceOf('web', ['10.0.0.5', 'fd00::5']), interfaceOf('db', ['10.0.0.6'])]),
    {
      dnsServers: ['192.0.2.53', '2001:db8::53'],
      mtu: 1500,
    },
  )
  expect(config.split('\n')).toEqual(
    expect.arrayContaining([
      'dhcp-host=A8:40:25:F0:00:05,10.0.0.5,[fd00::5],infinite',
      'dhcp-host=A8:40:25:F0:00:06,10.0.0.6,infinite',
      'dhcp-range=set:s0,10.0.0.0,static,255.255.255.0,infinite',
      'dhcp-option=tag:s0,option:router,10.0.0.1',
      'dhcp-range=fd00::,static,off-link,64,infinite',
      'dhcp-option=option:mtu,1500',
      'dhcp-option=option:dns-server,192.0.2.53',
      'dhcp-option=option6:dns-server,[2001:db8::53]',
    ]),
  )
})
