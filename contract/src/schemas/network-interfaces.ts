import { MAX_LISTED, MAX_TRANSIT_IPS } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { identity, identityCreate, identityUpdate, Name, pageOf, Uuid } from '../scalars.ts'

// Generated clients have types of their own for networks, so the document states no format.
const v4Net = z.cidrv4().meta({ format: undefined, maxLength: 18 })
const v6Net = z.cidrv6().meta({ format: undefined, maxLength: 49 })

const IpAssignment = <Ip extends z.ZodType>(ip: Ip) =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('auto') }),
    z.object({
      type: z.literal('explicit'),
      value: ip.meta({ description: 'The address, from the subnet' }),
    }),
  ])

const stackCreate = <Ip extends z.ZodType, Net extends z.ZodType>(ip: Ip, net: Net) =>
  z.object({
    ip: IpAssignment(ip).meta({ description: 'The address: chosen, or the first free one' }),
    transitIps: z
      .array(net)
      .max(MAX_TRANSIT_IPS)
      .default([])
      .meta({ description: 'Further networks that the guest may send from and receive for' }),
  })

const v4Create = stackCreate(z.ipv4(), v4Net).meta({
  id: 'PrivateIpv4StackCreate',
})
const v6Create = stackCreate(z.ipv6(), v6Net).meta({
  id: 'PrivateIpv6StackCreate',
})

/** The private addresses of a new network interface. */
export const PrivateIpStackCreate = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('v4'),
      value: v4Create.meta({ description: 'Addresses of the family or families' }),
    }),
    z.object({
      type: z.literal('v6'),
      value: v6Create.meta({ description: 'Addresses of the family or families' }),
    }),
    z.object({
      type: z.literal('dual_stack'),
      value: z
        .object({
          v4: v4Create.meta({ description: 'IPv4 address' }),
          v6: v6Create.meta({ description: 'IPv6 address' }),
        })
        .meta({ description: 'Addresses of the family or families' }),
    }),
  ])
  .meta({ id: 'PrivateIpStackCreate' })

const stack = (format: 'ipv4' | 'ipv6') =>
  z.object({
    ip: z.string().meta({ format, description: 'The private address' }),
    transitIps: z
      .array(z.string())
      .meta({ description: 'Further networks that the guest may send from and receive for' }),
  })
const v4Stack = stack('ipv4')
const v6Stack = stack('ipv6')
export const PrivateIpStack = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('v4'),
      value: v4Stack.meta({ description: 'Addresses of the family or families' }),
    }),
    z.object({
      type: z.literal('v6'),
      value: v6Stack.meta({ description: 'Addresses of the family or families' }),
    }),
    z.object({
      type: z.literal('dual_stack'),
      value: z
        .object({
          v4: v4Stack.meta({ description: 'IPv4 address' }),
          v6: v6Stack.meta({ description: 'IPv6 address' }),
        })
        .meta({ description: 'Addresses of the family or families' }),
    }),
  ])
  .meta({ id: 'PrivateIpStack' })

export const InstanceNetworkInterface = z
  .object({
    ...identity,
    instanceId: Uuid.meta({ description: 'Instance of the interface' }),
    vpcId: Uuid.meta({ description: 'VPC of the interface' }),
    subnetId: Uuid.meta({ description: 'Subnet of the interface' }),
    mac: z.string().meta({ description: 'Hardware address' }),
    primary: z.boolean().meta({ description: 'Whether external addresses reach the instance through it' }),
    ipStack: PrivateIpStack.meta({ description: 'Private addresses' }),
  })
  .meta({ id: 'InstanceNetworkInterface' })

export const InstanceNetworkInterfaceResultsPage = pageOf(InstanceNetworkInterface).meta({
  id: 'InstanceNetworkInterfaceResultsPage',
})

const auto = { ip: { type: 'auto' as const }, transitIps: [] }
export const InstanceNetworkInterfaceCreate = z
  .object({
    ...identityCreate,
    vpcName: Name.meta({ description: 'Name of a VPC of the project' }),
    subnetName: Name.meta({ description: 'Name of a subnet of that VPC' }),
    ipConfig: PrivateIpStackCreate.default({ type: 'dual_stack', value: { v4: auto, v6: auto } }).meta({
      description: 'Private addresses that the interface gets',
    }),
  })
  .meta({ id: 'InstanceNetworkInterfaceCreate' })

export const InstanceNetworkInterfaceUpdate = z
  .object({
    ...identityUpdate,
    primary: z
      .boolean()
      .default(false)
      .meta({ description: '`true` makes it the primary one; it stays what it is otherwise.' }),
    transitIps: z
      .array(z.union([v4Net, v6Net]))
      .max(MAX_TRANSIT_IPS)
      .default([])
      .meta({ description: 'Replaces the list: what is left out is cleared.' }),
  })
  .meta({ id: 'InstanceNetworkInterfaceUpdate' })

/** The network interfaces of a new instance: one in the default VPC and subnet, a list, or none. */
export const InstanceNetworkInterfaceAttachment = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('create'),
      params: z
        .array(InstanceNetworkInterfaceCreate)
        .max(MAX_LISTED)
        .meta({ description: 'The interfaces; the first is the primary one' }),
    }),
    z.object({ type: z.literal('default_ipv4') }),
    z.object({ type: z.literal('default_ipv6') }),
    z.object({ type: z.literal('default_dual_stack') }),
    z.object({ type: z.literal('none') }),
  ])
  .meta({ id: 'InstanceNetworkInterfaceAttachment' })
