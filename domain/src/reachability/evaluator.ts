import type { FirewallHost } from '../firewall.ts'
import { valueOf } from '../ip-testing.ts'
import type { InterfaceIn, Network, RouteIn, RuleIn, Traffic } from './network.ts'

/**
 * A slow and obvious evaluator of IPv4 networks without forwarders, for tests: whether packets from one interface reach
 * an address, and the replies come back. It looks at every bit, every prefix length and every priority.
 */
export function reaches(network: Network, from: InterfaceIn, to: string, traffic: Traffic): boolean {
  const [source] = from.ips as [string]
  if (!passes(network, 'outbound', from, to, traffic)) return false
  const end = next(network, from, to)
  if (end === null) return false
  if (end !== 'internet')
    return passes(network, 'inbound', end, source, traffic) && next(network, end, source) === from
  return true
}

const v4 = (text: string): bigint => valueOf(text)! & 0xffffffffn
const inBlock = (block: string, address: string): boolean => {
  const [base, width] = block.split('/') as [string, string]
  for (let bit = 0; bit < Number(width); bit++) {
    const shift = BigInt(31 - bit)
    if (((v4(base) >> shift) & 1n) !== ((v4(address) >> shift) & 1n)) return false
  }
  return true
}

function passes(
  network: Network,
  direction: RuleIn['direction'],
  own: InterfaceIn,
  other: string,
  traffic: Traffic,
): boolean {
  for (let priority = 0; priority < 10; priority++) {
    const rules = network.rules.filter(
      (rule) =>
        rule.priority === priority &&
        rule.status === 'enabled' &&
        rule.direction === direction &&
        (rule.targets.some((target) => isHost(network, target, own.ips[0]!)) || hasTag(rule, own)) &&
        (!rule.filters.hosts || rule.filters.hosts.some((host) => isHost(network, host, other))) &&
        isTraffic(rule, traffic),
    )
    if (rules.some(({ action }) => action === 'deny')) return false
    if (rules.length > 0) return true
  }
  return direction === 'outbound'
}

const hasTag = ({ targetTags }: RuleIn, { tags }: InterfaceIn): boolean =>
  (targetTags ?? []).some(({ key, value }) =>
    (tags ?? []).some((tag) => tag.key === key && tag.value === value),
  )

function isHost(network: Network, { type, value }: FirewallHost, address: string): boolean {
  if (type === 'ip') return v4(value) === v4(address)
  if (type === 'ip_net') return inBlock(value, address)
  if (type === 'instance')
    return network.interfaces.some(({ instance, ips }) => instance.name === value && ips.includes(address))
  return network.subnets.some(
    ({ name, ipv4Block }) =>
      inBlock(ipv4Block, address) && (type === 'subnet' ? name === value : value === network.vpc.name),
  )
}

function isTraffic({ filters: { ports, protocols } }: RuleIn, traffic: Traffic): boolean {
  const isProtocol = !protocols?.length || protocols.some(({ type }) => type === traffic.protocol)
  if (!ports?.length) return isProtocol
  if (traffic.protocol === 'icmp') return false
  return (
    isProtocol &&
    ports.some((text) => {
      const [first, last = first] = text.split('-').map(Number) as [number, number?]
      return Array.from({ length: last - first + 1 }, (_, index) => first + index).includes(traffic.port)
    })
  )
}

/** Returns the interface that gets the packets of another one, the internet, or null. */
function next(network: Network, from: InterfaceIn, to: string): InterfaceIn | 'internet' | null {
  const route = routeTo(network, from, to)
  if (!route) return null
  const { target } = route
  const owner = network.interfaces.find(({ ips }) => ips.includes(to))
  if (target.type === 'subnet') return owner ?? null
  if (target.type === 'ip') return owner && owner.ips.includes(target.value) ? owner : null
  if (target.type === 'instance') return owner && owner.instance.name === target.value ? owner : null
  if (target.type !== 'internet_gateway') return null
  const gateway = network.gateways.find(({ name }) => name === target.value)
  const isPrivate = network.subnets.some(({ ipv4Block }) => inBlock(ipv4Block, to))
  const leaves = network.externalIps.some(
    ({ instanceId, ipPoolId }) => instanceId === from.instance.id && gateway?.poolIds.includes(ipPoolId),
  )
  return leaves && !isPrivate ? 'internet' : null
}

function routeTo(network: Network, from: InterfaceIn, to: string): RouteIn | null {
  const custom = network.subnets.find(({ id }) => id === from.subnetId)!.customRouterId
  for (let length = 32; length >= 0; length--)
    for (const router of [custom, 'system']) {
      const found = network.routes
        .filter(({ vpcRouterId }) => vpcRouterId === router)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .find(({ destination: { type, value } }) => {
          const block =
            type === 'subnet'
              ? network.subnets.find(({ name }) => name === value)?.ipv4Block
              : type === 'ip'
                ? `${value}/32`
                : value
          return block && !block.includes(':') && Number(block.split('/')[1]) === length && inBlock(block, to)
        })
      if (found) return found
    }
  return null
}
