import type { InterfaceSpec, NetworkSpec } from '@granary/compute/network.ts'

/** Returns an interface in the only subnet of `networkOf`. */
export const interfaceOf = (
  id: string,
  addresses: string[],
  more: Partial<InterfaceSpec> = {},
): InterfaceSpec => ({
  id,
  machineId: `machine of ${id}`,
  subnetId: 'front',
  mac: `A8:40:25:F0:00:${addresses[0]!.split('.').at(-1)!.padStart(2, '0')}`,
  primary: true,
  addresses,
  transit: [],
  firewall: 0,
  ...more,
})

/** Returns a network with one subnet, whose only firewall lets everything in, with `changes` applied. */
export function networkOf(interfaces: InterfaceSpec[], changes: Partial<NetworkSpec> = {}): NetworkSpec {
  const gateway = { type: 'gateway', id: 'gateway' } as const
  return {
    id: crypto.randomUUID(),
    version: crypto.randomUUID(),
    vni: 7,
    subnets: [
      {
        id: 'front',
        ipv4Block: '10.0.0.0/24',
        ipv6Block: 'fd00::/64',
        routes: [
          { destination: 'fd00::/64', target: { type: 'local' } },
          { destination: '10.0.0.0/24', target: { type: 'local' } },
          { destination: '::/0', target: gateway },
          { destination: '0.0.0.0/0', target: gateway },
        ],
      },
    ],
    interfaces,
    firewalls: [{ inbound: ['open'], outbound: [] }],
    rules: [{ id: 'open', action: 'allow', hosts: null, protocols: null, ports: null }],
    external: [],
    routed: [],
    ...changes,
  }
}

/** Returns an external address of an interface, which every gateway offers. */
export const externalOf = (
  interfaceId: string,
  address: string,
  more: Partial<NetworkSpec['external'][number]> = {},
): NetworkSpec['external'][number] => ({
  kind: 'floating',
  address,
  interfaceId,
  ports: { first: 0, last: 65_535 },
  gatewayIds: ['gateway'],
  ...more,
})
