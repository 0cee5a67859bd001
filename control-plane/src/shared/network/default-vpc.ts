import type { Scope } from '../../kit/resources/authorization.ts'
import { normalizeNetwork } from '@granary/domain/ip.ts'
import type { Tag } from '@granary/domain/tags.ts'
import { randomVpcPrefix, vpcBlock } from '@granary/domain/subnets.ts'
import { type Context, now } from '../../kit/context/context.ts'
import { randomFree } from '../../kit/base/random-free.ts'
import { writeFirewallRules } from '../../kinds/firewall-rules.ts'
import { gatewayPool, internetGateway, route, router, subnet, vpc } from '../../kinds/vpc.ts'

/** Virtual network identifiers have 24 bits; the first 1024 are reserved for the fleet's own networks. */
export const VNI_FIRST = 1024
export const VNI_COUNT = 2 ** 24 - VNI_FIRST

export const systemRouterIdentity = {
  name: 'system',
  description: 'Routes are automatically added to this router as VPC subnets are created',
}
export const defaultGatewayIdentity = {
  name: 'default',
  description: 'Automatically created default VPC gateway',
}
export const gatewayPoolIdentity = (version: 'v4' | 'v6') => ({
  name: `default-${version}`,
  description: 'Automatically attached default IP pool',
})

export const defaultSubnetIdentity = (vpcName: string) => ({
  name: 'default',
  description: `The default subnet for ${vpcName}`,
})
export const DEFAULT_IPV4_BLOCK = '172.30.0.0/22'

/** The default routes of a new VPC: all outbound traffic goes through its internet gateway. */
export const defaultRoutes = (['v4', 'v6'] as const).map((family) => ({
  name: `default-${family}`,
  description: 'The default route of a vpc',
  kind: 'default' as const,
  destination: JSON.stringify({ type: 'ip_net', value: family === 'v4' ? '0.0.0.0/0' : '::/0' }),
  target: JSON.stringify({ type: 'internet_gateway', value: 'default' }),
  vpc_subnet_id: null,
}))

/**
 * Creates a VPC with a system router and two default routes, an internet gateway with the silo's default pools, the
 * three default firewall rules and, by default, a subnet for its first instance.
 * @param ipv6Prefix a unique local /48; random by default.
 * @param defaults which optional parts to create; all by default.
 */
export async function createDefaultVpc(
  context: Context,
  scope: Scope & { projectId: string },
  {
    name,
    description,
    tags,
    dnsName,
    ipv6Prefix,
    defaults,
  }: {
    name: string
    description: string
    tags?: readonly Tag[] | undefined
    dnsName: string
    ipv6Prefix?: string | null | undefined
    defaults?: { subnet?: object | null | undefined } | null | undefined
  },
) {
  const routerId = crypto.randomUUID()
  const prefix = ipv6Prefix ? normalizeNetwork(ipv6Prefix) : randomVpcPrefix(context.services.random)
  const row = await vpc.create(
    context,
    scope,
    { name, description, tags },
    {
      project_id: scope.projectId,
      dns_name: dnsName,
      ipv6_prefix: prefix,
      vni: await freeVni(context),
      system_router_id: routerId,
    },
  )
  await router.create(context, scope, systemRouterIdentity, { vpc_id: row.id, kind: 'system' }, routerId)
  await createDefaultGateway(context, scope, row.id)
  for (const { name, description, ...own } of defaultRoutes)
    await route.create(context, scope, { name, description }, { vpc_router_id: routerId, ...own })
  if (!defaults || defaults.subnet)
    await createSubnet(context, scope, row, {
      ...defaultSubnetIdentity(name),
      ipv4Block: DEFAULT_IPV4_BLOCK,
      ipv6Block: vpcBlock(prefix, 0),
    })
  await createDefaultRules(context, scope, row)
  return row
}

type NewSubnet = {
  name: string
  description: string
  tags?: readonly Tag[] | undefined
  ipv4Block: string
  ipv6Block: string
  customRouterId?: string | null
}

/** Creates a subnet, and its route on the system router. */
export async function createSubnet(
  context: Context,
  scope: Scope,
  { id: vpcId, system_router_id: routerId }: { id: string; system_router_id: string },
  block: NewSubnet,
) {
  const row = await subnet.create(context, scope, block, {
    vpc_id: vpcId,
    ipv4_block: block.ipv4Block,
    ipv6_block: block.ipv6Block,
    custom_router_id: block.customRouterId ?? null,
  })
  const routeId = crypto.randomUUID()
  const { name, description, ...own } = subnetRoute(row, routeId)
  await route.create(context, scope, { name, description }, { vpc_router_id: routerId, ...own }, routeId)
  return row
}

/** The route of the system router to a subnet. It has the subnet's name unless a default route already uses that name. */
export function subnetRoute({ id, name }: { id: string; name: string }, routeId: string) {
  const toSubnet = JSON.stringify({ type: 'subnet', value: name })
  const taken = defaultRoutes.some((each) => each.name === name)
  return {
    name: taken ? `conflict-${name}-${routeId}` : name,
    description: 'System-managed VPC Subnet route.',
    kind: 'vpc_subnet' as const,
    destination: toSubnet,
    target: toSubnet,
    vpc_subnet_id: id,
  }
}

async function createDefaultGateway(context: Context, scope: Scope, vpcId: string): Promise<void> {
  const gateway = await internetGateway.create(context, scope, defaultGatewayIdentity, {
    vpc_id: vpcId,
  })
  const pools = await context.db
    .selectFrom('ip_pool')
    .innerJoin('ip_pool_silo', 'ip_pool_silo.ip_pool_id', 'ip_pool.id')
    .select(['ip_pool.id', 'ip_pool.ip_version'])
    .where('ip_pool_silo.silo_id', '=', scope.siloId)
    .where('ip_pool_silo.is_default', '=', 1)
    .where('ip_pool.pool_type', '=', 'unicast')
    .execute()
  for (const pool of pools)
    await gatewayPool.create(context, scope, gatewayPoolIdentity(pool.ip_version), {
      internet_gateway_id: gateway.id,
      ip_pool_id: pool.id,
    })
}

async function createDefaultRules(context: Context, scope: Scope, vpc: { id: string; name: string }) {
  const time = now(context)
  const created = defaultRules(vpc.name).map((rule) => ({
    id: crypto.randomUUID(),
    vpc_id: vpc.id,
    time_created: time,
    time_modified: time,
    ...rule,
  }))
  await writeFirewallRules(context, scope, vpc, 'created', { created })
}

/** The default firewall rules of a new VPC. */
export function defaultRules(vpcName: string) {
  const anything = { hosts: null, ports: null, protocols: null }
  const rules = [
    {
      name: 'allow-internal-inbound',
      description: 'allow inbound traffic to all instances within the VPC if originated within the VPC',
      filters: { ...anything, hosts: [{ type: 'vpc', value: vpcName }] },
    },
    {
      name: 'allow-ssh',
      description: 'allow inbound TCP connections on port 22 from anywhere',
      filters: { ...anything, ports: ['22'], protocols: [{ type: 'tcp' }] },
    },
    {
      name: 'allow-icmp',
      description: 'allow inbound ICMP traffic from anywhere',
      filters: { ...anything, protocols: [{ type: 'icmp', value: null }] },
    },
  ]
  return rules.map(({ filters, ...identity }) => ({
    ...identity,
    action: 'allow' as const,
    direction: 'inbound' as const,
    status: 'enabled' as const,
    priority: 65_534,
    targets: JSON.stringify([{ type: 'vpc', value: vpcName }]),
    target_tags: '[]',
    filters: JSON.stringify(filters),
  }))
}

const freeVni = (context: Context): Promise<number> =>
  randomFree(
    () => VNI_FIRST + Math.floor(context.services.random() * VNI_COUNT),
    (vni) => context.db.selectFrom('vpc').select('id').where('vni', '=', vni).executeTakeFirst(),
  )
