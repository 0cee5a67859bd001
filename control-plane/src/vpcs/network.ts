import { storedJson } from '../kit/base/stored-json.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import { readTags } from '@granary/domain/tags.ts'
import type { HostedNetwork } from '@granary/domain/network-spec/make.ts'
import type { NetworkInterfaceRow, VpcRow } from '../database/schema.ts'
import { route, subnet, viewOfRules } from '../kinds/vpc.ts'
import type { Context } from '../kit/context/context.ts'

/** Reads everything in a VPC that decides which packets arrive. */
export async function networkOf(context: Context, { id, name, vni }: VpcRow): Promise<HostedNetwork> {
  const { db } = context
  const subnets = await db.selectFrom('vpc_subnet').selectAll().where('vpc_id', '=', id).execute()
  const rules = await db.selectFrom('firewall_rule').selectAll().where('vpc_id', '=', id).execute()
  const routers = await db
    .selectFrom('vpc_router')
    .select(['id', 'name', 'kind'])
    .where('vpc_id', '=', id)
    .execute()
  const routes = await db
    .selectFrom('router_route')
    .innerJoin('vpc_router', 'vpc_router.id', 'router_route.vpc_router_id')
    .selectAll('router_route')
    .where('vpc_router.vpc_id', '=', id)
    .execute()
  return {
    vpc: { id, name },
    vni,
    subnets: subnets.map(subnet.view),
    routers,
    routes: routes.map(route.view),
    gateways: await gatewaysOf(context, id),
    interfaces: await interfacesOf(context, id),
    externalIps: await externalIpsOf(context, id),
    externalSubnets: await externalSubnetsOf(context, id),
    rules: rules.map(viewOfRules()),
  }
}

async function gatewaysOf({ db }: Context, vpcId: string): Promise<HostedNetwork['gateways']> {
  const gateways = await db
    .selectFrom('internet_gateway')
    .select(['id', 'name'])
    .where('vpc_id', '=', vpcId)
    .execute()
  const pools = await db
    .selectFrom('internet_gateway_ip_pool')
    .innerJoin('internet_gateway', 'internet_gateway.id', 'internet_gateway_ip_pool.internet_gateway_id')
    .select(['internet_gateway_id', 'ip_pool_id'])
    .where('vpc_id', '=', vpcId)
    .execute()
  const addresses = await db
    .selectFrom('internet_gateway_ip_address')
    .innerJoin('internet_gateway', 'internet_gateway.id', 'internet_gateway_ip_address.internet_gateway_id')
    .select(['internet_gateway_id', 'address'])
    .where('vpc_id', '=', vpcId)
    .execute()
  return gateways.map((gateway) => {
    const isOfGateway = (row: { internet_gateway_id: string }) => row.internet_gateway_id === gateway.id
    return {
      ...gateway,
      poolIds: pools.filter(isOfGateway).map((row) => row.ip_pool_id),
      addresses: addresses.filter(isOfGateway).map(({ address }) => fromFixedWidth(address)),
    }
  })
}

async function interfacesOf({ db }: Context, vpcId: string): Promise<HostedNetwork['interfaces']> {
  const rows = await db
    .selectFrom('network_interface')
    .innerJoin('instance', 'instance.id', 'network_interface.instance_id')
    .selectAll('network_interface')
    .select(['instance.name as instance_name', 'instance.tags'])
    .where('vpc_id', '=', vpcId)
    .orderBy('instance.name')
    .orderBy('slot')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    mac: row.mac,
    instance: { id: row.instance_id, name: row.instance_name },
    tags: readTags(row.tags),
    subnetId: row.subnet_id,
    primary: row.is_primary === 1,
    ips: ipsOf(row),
    transitIps: storedJson<string[]>(row.transit_ips),
  }))
}

const ipsOf = ({ ipv4, ipv6 }: NetworkInterfaceRow): string[] =>
  [ipv4, ipv6].filter((fixed) => fixed !== null).map(fromFixedWidth)

async function externalIpsOf({ db }: Context, vpcId: string): Promise<HostedNetwork['externalIps']> {
  const rows = await db
    .selectFrom('external_ip')
    .innerJoin('network_interface', 'network_interface.instance_id', 'external_ip.instance_id')
    .select(['external_ip.kind', 'external_ip.ip', 'external_ip.ip_pool_id', 'network_interface.instance_id'])
    .select(['external_ip.first_port', 'external_ip.last_port'])
    .where('network_interface.vpc_id', '=', vpcId)
    .where('network_interface.is_primary', '=', 1)
    .orderBy('external_ip.ip')
    .execute()
  return rows.map(({ kind, ip, ip_pool_id, instance_id, first_port, last_port }) => ({
    kind,
    ip: fromFixedWidth(ip),
    ipPoolId: ip_pool_id,
    instanceId: instance_id,
    firstPort: first_port,
    lastPort: last_port,
  }))
}

const externalSubnetsOf = (
  { db }: Context,
  vpcId: string,
): Promise<{ subnet: string; instanceId: string }[]> =>
  db
    .selectFrom('external_subnet')
    .innerJoin('network_interface', 'network_interface.instance_id', 'external_subnet.instance_id')
    .select(['external_subnet.subnet', 'network_interface.instance_id as instanceId'])
    .where('network_interface.vpc_id', '=', vpcId)
    .where('network_interface.is_primary', '=', 1)
    .orderBy('external_subnet.first_address')
    .execute()
