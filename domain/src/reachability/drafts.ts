import type { FirewallHost } from '../firewall.ts'
import { ipVersion } from '../ip.ts'
import { NAME_MAX_LENGTH } from '../names.ts'
import type { RouteTarget } from '../routes.ts'
import type { Answer, Draft, Hop, Obstacle } from './answer.ts'
import type { Ends } from './ends.ts'
import { offers } from './leave.ts'
import type { Traffic } from './network.ts'
import { type Index, type Place, refOf } from './places.ts'
import type { Walk } from './walking.ts'

/** Priority of the rules of a new VPC. */
const USUAL_PRIORITY = 65_534

/** Returns the change that removes an obstacle, or null if a rule or a route can't. */
export function draftOf(
  index: Index,
  { to }: Ends,
  traffic: Traffic,
  ways: { there: Walk; back: Pick<Walk, 'hops' | 'obstacle'> | null },
  obstacle: NonNullable<Answer['obstacle']>,
): Draft | null {
  const { there } = ways
  if (obstacle.code === 'denied')
    return ruleDraft(
      index,
      traffic,
      obstacle.hop,
      obstacle.hop.direction === 'inbound' ? there.source : to.place,
    )
  if (!ROUTED.has(obstacle.code)) return null
  const isThere = obstacle.way === 'there'
  const { hops } = isThere ? there : ways.back!
  const hop = hops.findLast((one) => one.type === 'route')
  const sender = hops.findLast((one) => one.type === 'interface')?.interface.instance
  if (!hop || !sender) return null
  const destination = isThere ? to.place : there.source
  const target = targetFor(index, sender.id, destination, isThere ? null : there.entry)
  return target && routeDraft(index, hop, destination, target)
}

/** What a route can remove. */
const ROUTED = new Set<Obstacle['code']>([
  'no_route',
  'dropped',
  'no_target',
  'private_address',
  'other_gateway',
  'loop',
])

type Denied = Extract<Hop, { type: 'firewall' }>

function ruleDraft(
  { network, interfaceAt }: Index,
  traffic: Traffic,
  denied: Denied,
  other: Place,
): Draft | null {
  const { rule, direction } = denied
  // No rule can come before a rule of priority 0.
  if (rule?.priority === 0) return null
  const { address } = other
  const instance = address === null ? undefined : interfaceAt.get(address)?.instance
  const host: FirewallHost | null =
    address === null
      ? null
      : instance
        ? { type: 'instance', value: instance.name }
        : { type: 'ip', value: address }
  const isIcmp = traffic.protocol === 'icmp'
  const protocol = isIcmp ? 'ping' : `${traffic.protocol}-${traffic.port}`
  return {
    type: 'rule',
    rule: {
      name: freeName(`allow-${protocol}`, network.rules),
      description: '',
      action: 'allow',
      direction,
      status: 'enabled',
      priority: rule ? rule.priority - 1 : USUAL_PRIORITY,
      targets: [{ type: 'instance', value: denied.interface.instance.name }],
      filters: {
        hosts: host && [host],
        ports: isIcmp ? null : [String(traffic.port)],
        protocols: [
          isIcmp
            ? { type: other.version === 'v4' ? 'icmp' : 'icmp6', value: null }
            : { type: traffic.protocol },
        ],
      },
    },
  }
}

/**
 * A new route for only this destination in the custom router of the subnet, or another target for the chosen route, if
 * the subnet has no such router or the destination is all of the internet.
 */
function routeDraft(
  index: Index,
  { subnet, route }: Extract<Hop, { type: 'route' }>,
  destination: Place,
  target: RouteTarget,
): Draft | null {
  const { network } = index
  const { address, version } = destination
  const custom = network.routers.find(({ id }) => id === index.subnets.get(subnet.id)?.customRouterId)
  const isExact = route !== null && (address === null || route.destination.type === 'ip')
  if (custom && !isExact) {
    const all = version === 'v4' ? '0.0.0.0/0' : '::/0'
    const others = network.routes.filter(({ vpcRouterId }) => vpcRouterId === custom.id)
    return {
      type: 'route',
      router: refOf(custom),
      route: {
        name: freeName(
          address === null ? 'to-internet' : `to-${address.replace(/[^0-9a-f]+/g, '-')}`,
          others,
        ),
        description: '',
        destination: address === null ? { type: 'ip_net', value: all } : { type: 'ip', value: address },
        target,
      },
    }
  }
  const kind = network.routes.find(({ id }) => id === route?.id)?.kind
  return route && (kind === 'default' || kind === 'custom') ? { type: 'route_target', route, target } : null
}

/**
 * Returns the target of a route that leads an instance's packets to a destination, or null.
 * @param from the external address that packets must leave from, or null.
 */
function targetFor(
  { network, interfaceAt }: Index,
  senderId: string,
  { address, version, inside }: Place,
  from: string | null,
): RouteTarget | null {
  if (inside) return interfaceAt.has(address!) ? { type: 'ip', value: address! } : null
  const usable = network.externalIps.filter(
    ({ ip, instanceId }) =>
      instanceId === senderId && ipVersion(ip) === version && (from === null || ip === from),
  )
  const gateway = network.gateways.find((each) => usable.some((one) => offers(each, one)))
  return gateway ? { type: 'internet_gateway', value: gateway.name } : null
}

/** Returns a name that no other has: `allow-tcp-22`, `allow-tcp-22-2`. */
function freeName(wanted: string, others: readonly { name: string }[]): string {
  const names = new Set(others.map(({ name }) => name))
  const base = wanted.replace(/-+$/, '').slice(0, NAME_MAX_LENGTH - 5)
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!names.has(name)) return name
  }
}
