import type { FirewallProtocol } from '../firewall.ts'
import type { ExternalIpIn, Network, RouteIn, RuleIn } from '../reachability/network.ts'
import type { NetworkSpec, ProtocolSpec, RouteSpec, RuleSpec } from './spec.ts'

/**
 * Returns a network about which `explain` gives the same verdicts as about the network that the spec was made from. A spec
 * has no names, so names are IDs; those of instances are the IDs of their interfaces, which rules apply to.
 */
export function readSpec(spec: NetworkSpec): Network {
  const addresses = new Map(spec.interfaces.map(({ id, addresses }) => [id, addresses[0]!]))
  const machines = new Map(spec.interfaces.map(({ id, machineId }) => [id, machineId]))
  return {
    vpc: { id: spec.id, name: spec.id },
    subnets: spec.subnets.map(({ id, ipv4Block, ipv6Block }) => ({
      id,
      name: id,
      ipv4Block,
      ipv6Block,
      customRouterId: id,
    })),
    routers: spec.subnets.map(({ id }) => ({ id, name: id, kind: 'custom' as const })),
    routes: spec.subnets.flatMap(({ id, routes }) =>
      routes.map((route): RouteIn => ({
        id: `${id} ${route.destination}`,
        name: route.destination,
        vpcRouterId: id,
        kind: 'custom',
        destination: { type: 'ip_net', value: route.destination },
        target: targetOf(route, addresses),
      })),
    ),
    gateways: gatewaysOf(spec),
    interfaces: spec.interfaces.map(({ id, machineId, subnetId, primary, addresses: ips, transit }) => ({
      id,
      name: id,
      instance: { id: machineId, name: id },
      subnetId,
      primary,
      ips,
      transitIps: transit,
    })),
    externalIps: spec.external.map(({ kind, address, interfaceId }): ExternalIpIn => ({
      kind,
      ip: address,
      ipPoolId: '',
      instanceId: machines.get(interfaceId)!,
    })),
    externalSubnets: spec.routed.map(({ subnet, interfaceId }) => ({
      subnet,
      instanceId: machines.get(interfaceId)!,
    })),
    rules: rulesOf(spec),
  }
}

function targetOf({ target }: RouteSpec, addresses: ReadonlyMap<string, string>): RouteIn['target'] {
  switch (target.type) {
    case 'drop':
      return target
    case 'local':
      return { type: 'subnet', value: '' }
    case 'interface':
      return { type: 'ip', value: addresses.get(target.id)! }
    case 'gateway':
      return { type: 'internet_gateway', value: target.id }
  }
}

function gatewaysOf({ subnets, external }: NetworkSpec): Network['gateways'] {
  const targets = subnets.flatMap(({ routes }) => routes.map(({ target }) => target))
  const ids = new Set(targets.flatMap((target) => (target.type === 'gateway' ? [target.id] : [])))
  return [...ids].map((id) => ({
    id,
    name: id,
    poolIds: [],
    addresses: external.filter(({ gatewayIds }) => gatewayIds.includes(id)).map(({ address }) => address),
  }))
}

function rulesOf({ id, rules, interfaces, firewalls }: NetworkSpec): RuleIn[] {
  const members = Map.groupBy(interfaces, ({ firewall }) => firewall)
  const holders = new Map<string, { direction: RuleIn['direction']; firewalls: number[] }>()
  for (const [number, firewall] of firewalls.entries())
    for (const direction of ['inbound', 'outbound'] as const)
      for (const rule of firewall[direction]) {
        const known = holders.get(rule)
        if (known) known.firewalls.push(number)
        else holders.set(rule, { direction, firewalls: [number] })
      }
  return rules.flatMap((rule, priority): RuleIn[] => {
    const holder = holders.get(rule.id)
    if (!holder) return []
    const targets =
      holder.firewalls.length === firewalls.length
        ? [{ type: 'vpc' as const, value: id }]
        : holder.firewalls.flatMap((number) =>
            (members.get(number) ?? []).map((one) => ({ type: 'instance' as const, value: one.id })),
          )
    return [
      {
        id: rule.id,
        name: rule.id,
        action: rule.action,
        direction: holder.direction,
        status: 'enabled',
        priority,
        targets,
        filters: filtersOf(rule),
      },
    ]
  })
}

const filtersOf = ({ hosts, protocols, ports }: RuleSpec): RuleIn['filters'] => ({
  hosts: hosts?.map((value) => ({ type: 'ip_net', value })) ?? null,
  protocols: protocols?.map(protocolOf) ?? null,
  ports: ports?.map(({ first, last }) => `${first}-${last}`) ?? null,
})

function protocolOf(protocol: ProtocolSpec): FirewallProtocol {
  if (!('icmpType' in protocol)) return protocol
  const { type, icmpType, codes } = protocol
  return {
    type,
    value: icmpType === null ? null : { icmpType, code: codes && `${codes.first}-${codes.last}` },
  }
}
