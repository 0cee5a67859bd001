import { protocolText, ruleSentence } from '../firewall-words.ts'
import type { RouteDestination, RouteTarget } from '../routes.ts'
import type { Answer, Draft, Hop, InterfaceRef, Obstacle, RouteRef } from './answer.ts'
import type { Traffic } from './network.ts'
import type { NeverMatches } from './rule-effects.ts'

const TARGETS: Record<RouteTarget['type'], string> = {
  ip: '',
  vpc: 'VPC ',
  subnet: 'subnet ',
  instance: 'instance ',
  internet_gateway: 'gateway ',
  drop: 'nowhere',
}
const endText = (end: RouteDestination | RouteTarget): string =>
  end.type === 'ip_net' ? end.value : `${TARGETS[end.type]}${'value' in end ? end.value : ''}`

/** Returns a route in words: "default-v4 of router system (0.0.0.0/0 to gateway default)". */
export const routeText = ({ name, router, destination, target }: RouteRef): string =>
  `${name} of router ${router.name} (${endText(destination)} to ${endText(target)})`

/** Returns the traffic in words: "TCP to port 443", or "a ping". */
export const trafficText = (traffic: Traffic): string =>
  traffic.protocol === 'icmp'
    ? 'a ping'
    : `${protocolText({ type: traffic.protocol })} to port ${traffic.port}`

const listed = (names: readonly { name: string }[]): string => names.map(({ name }) => name).join(', ')

/** Returns a hop as a sentence. */
export function hopText(hop: Hop): string {
  switch (hop.type) {
    case 'interface':
      return hop.address === ''
        ? `Interface ${hop.interface.name} of instance ${hop.interface.instance.name}.`
        : `Interface ${hop.interface.name} of instance ${hop.interface.instance.name} has the address ${hop.address}.`
    case 'subnet':
      return `Subnet ${hop.subnet.name} is ${hop.block}.`
    case 'firewall':
      return firewallText(hop)
    case 'route': {
      if (!hop.route) return `No route of subnet ${hop.subnet.name} leads to the destination.`
      const beaten = hop.beaten.length > 0 ? ` It beats ${listed(hop.beaten)}.` : ''
      return `Route ${routeText(hop.route)} is chosen.${beaten}`
    }
    case 'gateway':
      return `Packets leave through gateway ${hop.gateway.name} with the source address ${hop.address}.`
    case 'external_ip':
      return `The external address ${hop.address} leads to instance ${hop.instance.name}.`
    case 'internet':
      return hop.address === null ? 'The internet.' : `The internet has the address ${hop.address}.`
  }
}

function firewallText({ interface: { instance }, direction, action, rule, shadowed }: FirewallHop): string {
  const end = direction === 'inbound' ? 'to' : 'from'
  if (!rule)
    return action === 'allow'
      ? `No rule matches outbound packets ${end} instance ${instance.name}, so they are allowed.`
      : `No rule allows inbound packets ${end} instance ${instance.name}, so they are denied.`
  const verb = action === 'allow' ? 'allows' : 'denies'
  const text = `Rule ${rule.name} (priority ${rule.priority}) ${verb} packets ${end} instance ${instance.name}.`
  return shadowed.length > 0 ? `${text} It comes before ${listed(shadowed)}.` : text
}
type FirewallHop = Extract<Hop, { type: 'firewall' }>

const nicText = ({ name, instance }: InterfaceRef): string => `interface ${name} of instance ${instance.name}`

/** Returns why packets do not arrive, as a sentence. */
export function obstacleText(obstacle: Obstacle): string {
  switch (obstacle.code) {
    case 'denied':
      return firewallText(obstacle.hop)
    case 'no_route':
      return `No route of subnet ${obstacle.subnet.name} leads to the destination.`
    case 'dropped':
      return `Route ${routeText(obstacle.route)} drops the packets.`
    case 'no_target':
      return `Nothing has the target of route ${routeText(obstacle.route)}.`
    case 'no_interface':
      return `No network interface in the VPC has the address ${obstacle.address}.`
    case 'no_external_ip': {
      const kinds = obstacle.sends ? 'a source NAT, ephemeral or floating' : 'an ephemeral or floating'
      return `Instance ${obstacle.interface.instance.name} needs ${kinds} IP${obstacle.version} address.`
    }
    case 'not_primary':
      return `Only the primary interface of an instance has external addresses, and ${nicText(obstacle.interface)} is not primary.`
    case 'other_gateway':
      return obstacle.address === null
        ? `Gateway ${obstacle.gateway.name} has no pool or address from which instance ${obstacle.instance.name} has an IP${obstacle.version} address.`
        : `Gateway ${obstacle.gateway.name} does not have ${obstacle.address} or its pool attached, so packets can't leave from it.`
    case 'private_address':
      return `Gateway ${obstacle.gateway.name} leads to the internet, and ${obstacle.address} is an address of the VPC.`
    case 'transit':
      return `The transit IPs of ${nicText(obstacle.interface)} don't have ${obstacle.address ?? 'the internet'}.`
    case 'loop':
      return `The routes lead back to ${nicText(obstacle.interface)}.`
    case 'too_far':
      return `Packets pass 64 instances at most, and ${nicText(obstacle.interface)} is one more.`
    case 'other_sender':
      return `Replies go through instance ${obstacle.interface.instance.name}, which does not have the address ${obstacle.address}.`
  }
}

/** Returns the answer in one sentence, or two. */
export function answerText({ obstacle, traffic, forwarders }: Answer): string {
  const what = trafficText(traffic)
  if (obstacle)
    return obstacle.way === 'there'
      ? `No, ${what} does not arrive. ${obstacleText(obstacle)}`
      : `No, ${what} arrives, but the replies don't come back. ${obstacleText(obstacle)}`
  const arrives = `Yes, ${what} arrives, and replies come back.`
  return forwarders.length > 0
    ? `${arrives} Instance ${listed(forwarders)} must forward the packets.`
    : arrives
}

/** Returns why a rule never decides, as a sentence. */
export function neverText(never: NeverMatches): string {
  switch (never.code) {
    case 'disabled':
      return 'Never matches, because it is disabled.'
    case 'no_targets':
      return 'Never matches, because it has no targets.'
    case 'no_hosts':
      return 'Never matches, because its host filter is empty.'
    case 'icmp_ports':
      return 'Never matches, because ICMP has no ports.'
    case 'unknown_targets':
      return 'Never matches, because none of its targets has a network interface.'
    case 'unknown_hosts':
      return 'Never matches, because none of its hosts exists.'
    case 'covered':
      return `Never matches, because rule ${never.by.name} decides first.`
  }
}

/** Returns a draft as a sentence. */
export function draftText(draft: Draft): string {
  switch (draft.type) {
    case 'rule':
      return `Add the firewall rule ${draft.rule.name} with priority ${draft.rule.priority}. ${ruleSentence(draft.rule)}`
    case 'route':
      return `Add the route ${draft.route.name} to router ${draft.router.name}: ${endText(draft.route.destination)} to ${endText(draft.route.target)}.`
    case 'route_target':
      return `Send route ${routeText(draft.route)} to ${endText(draft.target)} instead.`
  }
}
