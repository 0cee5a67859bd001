import { codecOf } from '@granary/contract/codec.ts'
import { VpcFirewallRule } from '@granary/contract/firewall-rules.ts'
import { IpPoolType } from '@granary/contract/ip-pools.ts'
import { IpVersion } from '@granary/contract/external-ips.ts'
import { Name } from '@granary/contract/scalars.ts'
import { RouteDestination, RouteTarget } from '@granary/contract/vpc-routers.ts'
import { ipNetProblem, ipProblem, ipVersion } from '@granary/domain/ip.ts'
import { z } from 'zod'
import { inProject, named, strict, tagged } from './fields.ts'

/** An address of either family, or of the given one. */
const address = (family?: 'v4' | 'v6') =>
  z
    .string()
    .refine(
      (text) => !ipProblem(text) && (!family || ipVersion(text) === family),
      `must be an IP${family ?? ''} address`,
    )
const network = (family?: 'v4' | 'v6') =>
  z
    .string()
    .refine(
      (text) => !ipNetProblem(text) && (!family || ipVersion(text) === family),
      `must be an IP${family ?? ''} network such as ${family === 'v6' ? '"fd00:1::/48"' : '"10.0.0.0/24"'}`,
    )

/** Reads a schema of the contract from wire names. */
const wire = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => codecOf(schema).decode(value), schema)

const linkedSilos = z.array(strict({ silo: Name, is_default: z.boolean().default(false) })).default([])

export const IpPool = strict({
  ...named,
  ip_version: IpVersion.default('v4'),
  pool_type: IpPoolType.default('unicast'),
  ranges: z.array(strict({ first: address(), last: address() })).default([]),
  silos: linkedSilos,
})

const PrefixLength = z.int().min(0).max(128)

export const SubnetPool = strict({
  ...named,
  ip_version: IpVersion.default('v4'),
  members: z
    .array(
      strict({
        subnet: network(),
        /** Defaults to the width of the subnet. */
        min_prefix_length: PrefixLength.nullish(),
        /** Defaults to a single address. */
        max_prefix_length: PrefixLength.nullish(),
      }),
    )
    .default([]),
  silos: linkedSilos,
})

/** The subnet's pool is the linked one that has it. */
export const ExternalSubnet = strict({
  ...tagged,
  ...inProject,
  subnet: network(),
  instance: Name.nullish(),
})

const Subnet = strict({
  ...tagged,
  ipv4_block: network('v4').default('172.30.0.0/22'),
  /** Defaults to the next free /64 of the VPC's prefix. */
  ipv6_block: network('v6').optional(),
  custom_router: Name.nullish(),
})

const Route = strict({ ...named, destination: wire(RouteDestination), target: wire(RouteTarget) })
const rule = VpcFirewallRule.shape

const FirewallRule = strict({
  ...named,
  action: rule.action.default('allow'),
  direction: rule.direction.default('inbound'),
  status: rule.status.default('enabled'),
  priority: rule.priority.default(65_534),
  targets: rule.targets,
  target_tags: rule.targetTags.default([]),
  filters: z.preprocess(
    (value) => ({
      hosts: null,
      ports: null,
      protocols: null,
      ...(codecOf(rule.filters).decode(value) as object),
    }),
    rule.filters,
  ),
})

/** A missing list defaults to a new VPC's; a given list replaces it. */
export const Vpc = strict({
  ...tagged,
  ...inProject,
  dns_name: Name.optional(),
  ipv6_prefix: network('v6').optional(),
  subnets: z.array(Subnet).optional(),
  /** Custom routers; the system router always exists. */
  routers: z.array(strict({ ...tagged, routes: z.array(Route).default([]) })).default([]),
  internet_gateways: z.array(strict({ ...tagged, ip_pools: z.array(Name).optional() })).optional(),
  firewall_rules: z.array(FirewallRule).optional(),
})

const stack = (family: 'v4' | 'v6') =>
  strict({ ip: address(family).optional(), transit_ips: z.array(network(family)).default([]) })
const [v4, v6] = [stack('v4'), stack('v6')]

const IpStack = z.discriminatedUnion('type', [
  strict({ type: z.literal('v4'), value: v4.prefault({}) }),
  strict({ type: z.literal('v6'), value: v6.prefault({}) }),
  strict({
    type: z.literal('dual_stack'),
    value: strict({ v4: v4.prefault({}), v6: v6.prefault({}) }).prefault({}),
  }),
])

export const NetworkInterface = strict({
  ...named,
  vpc: Name.default('default'),
  subnet: Name.default('default'),
  /** Defaults to the first one. */
  primary: z.boolean().default(false),
  ip_stack: IpStack.prefault({ type: 'dual_stack' }),
})

const Port = z.int().min(0).max(65_535)

/** Pool and address default to the silo's default pool and a free address in it. */
export const InstanceExternalIp = z.discriminatedUnion('kind', [
  strict({
    kind: z.literal('snat'),
    ip_pool: Name.optional(),
    ip: address().optional(),
    first_port: Port.optional(),
    last_port: Port.optional(),
  }),
  strict({
    kind: z.literal('ephemeral'),
    ip_pool: Name.optional(),
    ip_version: IpVersion.default('v4'),
    ip: address().optional(),
  }),
])

export const FloatingIp = strict({
  ...tagged,
  ...inProject,
  ip_pool: Name.optional(),
  ip_version: IpVersion.default('v4'),
  ip: address().optional(),
  instance: Name.nullish(),
})
