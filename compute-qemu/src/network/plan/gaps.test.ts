import type { RuleSpec } from '@granary/compute/network.ts'
import { expect, test } from 'vitest'
import { forwardsOf } from './forwards.ts'
import { gapsOf, type Outside } from './gaps.ts'
import { externalOf, interfaceOf, networkOf } from './testing.ts'

const web = interfaceOf('web', ['10.0.0.5'])
const network = networkOf([web], {
  external: [
    externalOf('web', '203.0.113.5'),
    externalOf('web', '192.0.2.5', { kind: 'ephemeral' }),
    externalOf('web', '2001:db8::5'),
    externalOf('web', '203.0.113.9', { kind: 'snat' }),
  ],
  routed: [{ subnet: '203.0.113.16/28', interfaceId: 'web' }],
})
const uplink: Extract<Outside, { type: 'uplink' }> = {
  type: 'uplink',
  interface: 'br0',
  networks: ['203.0.113.0/24', '2001:db8::/64'],
  routesV6: true,
  problem: null,
  taken: new Map(),
}
const gaps = (more: Partial<typeof uplink>) => gapsOf(network, { ...uplink, ...more }, [])

test('an address outside of the networks of the interface must be routed to the host', () => {
  expect(gaps({})).toEqual([
    {
      subject: '192.0.2.5',
      reason: expect.stringContaining('No network of br0 contains it'),
      severity: 'warning',
    },
  ])
})

test('a host that does not forward is a gap of every address that it concerns', () => {
  expect(gaps({ routesV6: false }).map(({ subject }) => subject)).toEqual(['192.0.2.5', '2001:db8::5'])
  const dropped = gaps({ problem: "A firewall on this host, such as Docker's, drops forwarded packets." })
  expect(dropped).toHaveLength(5)
  expect(dropped[0]!.reason).toContain('Docker')
})

test('an address that another machine has does not lead here', () => {
  expect(gaps({ taken: new Map([['203.0.113.5', '203.0.113.5 is a printer']]) })[0]).toEqual({
    subject: '203.0.113.5',
    reason: 'It does not lead here, because 203.0.113.5 is a printer.',
    severity: 'warning',
  })
})

test('without an interface, open ports are on the host, privileged ones higher', () => {
  const rule = (id: string, more: Partial<RuleSpec>): RuleSpec => ({
    id,
    action: 'allow',
    hosts: null,
    protocols: [{ type: 'tcp' }],
    ports: [{ first: 22, last: 22 }],
    ...more,
  })
  const rules = [
    rule('a', { ports: [{ first: 5000, last: 5001 }] }),
    rule('b', {}),
    rule('c', { hosts: ['192.0.2.0/24'], ports: [{ first: 1, last: 1 }] }),
    rule('d', { protocols: [{ type: 'udp' }], ports: [{ first: 2, last: 2 }] }),
  ]
  const spec = { ...network, rules, firewalls: [{ inbound: rules.map(({ id }) => id), outbound: [] }] }
  const forwards = forwardsOf([spec], 1024)
  expect(
    forwards.map(({ loopback, ports }) => [loopback, ports.map(({ host, guest }) => [host, guest])]),
  ).toEqual([
    [
      '127.68.10.98',
      [
        [8022, 22],
        [5000, 5000],
        [5001, 5001],
      ],
    ],
    [
      '127.100.239.207',
      [
        [8022, 22],
        [5000, 5000],
        [5001, 5001],
      ],
    ],
  ])
  const hubPorts = forwards.flatMap(({ ports }) => ports.map(({ hub }) => hub))
  expect(new Set(hubPorts).size).toBe(hubPorts.length)
  expect(forwardsOf([spec], 1)[0]!.ports[0]).toMatchObject({ host: 22, guest: 22 })
  const found = gapsOf(spec, { type: 'forwards', problem: null }, forwards)
  expect(found.map(({ severity }) => severity)).toEqual(['note', 'note', 'note', 'note'])
  const taken = forwards.map((forward) => ({ ...forward, taken: [22] }))
  const [first] = gapsOf(spec, { type: 'forwards', problem: null }, taken)
  expect(first).toMatchObject({ severity: 'warning', reason: expect.stringContaining('has TCP 22 there') })
  expect(found.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('at 127.68.10.98, TCP 8022 (for 22), 5000, 5001'),
    expect.stringContaining('at 127.100.239.207'),
    expect.stringContaining('nothing outside can reach it'),
    expect.stringContaining('nothing outside can reach it'),
  ])
})
