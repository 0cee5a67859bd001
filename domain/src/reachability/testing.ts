import type { ExternalIpIn, InterfaceIn, Network, RouteIn, RuleIn } from './network.ts'

/** An interface of an instance with the same name, in a subnet of {@link testNetwork}. */
export const interfaceOf = (
  name: string,
  ips: readonly string[],
  { subnetId = 'front', ...more }: Partial<InterfaceIn> = {},
): InterfaceIn => ({
  id: `nic-${name}`,
  name: 'net0',
  instance: { id: `id-${name}`, name },
  subnetId,
  primary: true,
  ips,
  transitIps: [],
  ...more,
})

/** An enabled rule that allows all inbound traffic to the VPC, unless stated otherwise. */
export const rule = (name: string, more: Partial<RuleIn> = {}): RuleIn => ({
  id: `rule-${name}`,
  name,
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: 100,
  targets: [{ type: 'vpc', value: 'default' }],
  filters: {},
  ...more,
})

/** A route of the custom router. */
export const customRoute = (
  name: string,
  destination: RouteIn['destination'],
  target: RouteIn['target'],
): RouteIn => ({ id: `route-${name}`, name, vpcRouterId: 'custom', kind: 'custom', destination, target })

const systemRoute = (
  name: string,
  kind: RouteIn['kind'],
  ends: Pick<RouteIn, 'destination' | 'target'>,
): RouteIn => ({
  id: `route-${name}`,
  name,
  vpcRouterId: 'system',
  kind,
  ...ends,
})

export const externalIp = (
  name: string,
  kind: ExternalIpIn['kind'],
  ip: string,
  ipPoolId = 'pool',
): ExternalIpIn => ({
  kind,
  ip,
  ipPoolId,
  instanceId: `id-${name}`,
})

/**
 * A VPC with the subnets `front` (with a custom router) and `back`, the instances `web` (with external addresses), `app`
 * and `db`, and no rules.
 */
export function testNetwork(change: Partial<Network> & { customRoutes?: RouteIn[] } = {}): Network {
  const { customRoutes = [], ...more } = change
  const gateway = { type: 'internet_gateway', value: 'default' } as const
  const subnetRoute = (name: string) =>
    systemRoute(name, 'vpc_subnet', {
      destination: { type: 'subnet', value: name },
      target: { type: 'subnet', value: name },
    })
  return {
    vpc: { id: 'vpc', name: 'default' },
    subnets: [
      {
        id: 'front',
        name: 'front',
        ipv4Block: '10.0.0.0/24',
        ipv6Block: 'fd00::/64',
        customRouterId: 'custom',
      },
      { id: 'back', name: 'back', ipv4Block: '10.0.1.0/24', ipv6Block: 'fd00:0:0:1::/64' },
    ],
    routers: [
      { id: 'system', name: 'system', kind: 'system' },
      { id: 'custom', name: 'custom', kind: 'custom' },
    ],
    routes: [
      systemRoute('default-v4', 'default', {
        destination: { type: 'ip_net', value: '0.0.0.0/0' },
        target: gateway,
      }),
      systemRoute('default-v6', 'default', {
        destination: { type: 'ip_net', value: '::/0' },
        target: gateway,
      }),
      subnetRoute('front'),
      subnetRoute('back'),
      ...customRoutes,
    ],
    gateways: [{ id: 'gateway', name: 'default', poolIds: ['pool'], addresses: [] }],
    interfaces: [
      interfaceOf('web', ['10.0.0.5', 'fd00::5']),
      interfaceOf('app', ['10.0.0.6']),
      interfaceOf('db', ['10.0.1.5', 'fd00:0:0:1::5'], { subnetId: 'back' }),
    ],
    externalIps: [externalIp('web', 'snat', '203.0.113.1'), externalIp('web', 'ephemeral', '203.0.113.5')],
    externalSubnets: [],
    rules: [],
    ...more,
  }
}
