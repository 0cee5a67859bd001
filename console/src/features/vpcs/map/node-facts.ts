import type { ItemOf } from '@granary/contract/call.ts'
import type { InterfaceIn } from '@granary/domain/reachability/network.ts'
import { pathTo } from '../../../app/paths.ts'
import type { Members } from '../network/use-interfaces.ts'
import type { Routing } from '../network/use-routing.ts'
import type { VpcPath } from '../use-vpc.ts'
import { INTERNET, type MapNode } from './layout.ts'

export type NodeFacts = {
  title: string
  details: string
  /** Null for the internet, which has no page. */
  href: string | null
  state?: ItemOf<'instanceList'>['runState']
}

const VPC = '/projects/$project/vpcs/$vpc'
const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** Returns what the map shows at each node, by its key. */
export function nodeFacts(path: VpcPath, members: Members, routing: Routing): Map<MapNode['key'], NodeFacts> {
  const facts = new Map<string, NodeFacts>([
    [INTERNET, { title: 'Internet', details: 'Outside', href: null }],
  ])
  for (const { id, name, poolIds, addresses } of routing.gateways)
    facts.set(`gateway:${id}`, {
      title: name,
      details: addresses[0] ?? counted(poolIds.length, 'IP pool'),
      href: pathTo(`${VPC}/internet-gateways/$gateway`, { ...path, gateway: name }),
    })
  for (const { id, name } of routing.routers)
    facts.set(`router:${id}`, {
      title: name,
      details: counted(routing.routes.filter((one) => one.vpcRouterId === id).length, 'route'),
      href: pathTo(`${VPC}/routers/$router`, { ...path, router: name }),
    })
  for (const { id, name, ipv4Block, ipv6Block } of members.subnets)
    facts.set(`subnet:${id}`, {
      title: name,
      details: `${ipv4Block}, ${ipv6Block}`,
      href: pathTo(`${VPC}/subnets/$subnet/edit`, { ...path, subnet: name }),
    })
  const states = new Map(members.instances.map(({ id, runState }) => [id, runState]))
  for (const one of members.interfaces)
    facts.set(`interface:${one.id}`, {
      ...instanceFacts(path.project, one),
      state: states.get(one.instance.id),
    })
  return facts
}

const instanceFacts = (project: string, { instance, ips }: InterfaceIn): NodeFacts => ({
  title: instance.name,
  details: ips[0] ?? '',
  href: pathTo('/projects/$project/instances/$instance/networking', { project, instance: instance.name }),
})
