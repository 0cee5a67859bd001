import { MAX_LISTED, MAX_TRANSIT_IPS } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  identity,
  identityCreate,
  identityUpdate,
  Name,
  NameOrId,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

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

const v4Create = stackCreate(z.ipv4(), z.cidrv4()).meta({ id: 'PrivateIpv4StackCreate' })
const v6Create = stackCreate(z.ipv6(), z.cidrv6()).meta({ id: 'PrivateIpv6StackCreate' })

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

const stack = z.object({
  ip: z.string().meta({ description: 'The private address' }),
  transitIps: z
    .array(z.string())
    .meta({ description: 'Further networks that the guest may send from and receive for' }),
})
export const PrivateIpStack = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('v4'),
      value: stack.meta({ description: 'Addresses of the family or families' }),
    }),
    z.object({
      type: z.literal('v6'),
      value: stack.meta({ description: 'Addresses of the family or families' }),
    }),
    z.object({
      type: z.literal('dual_stack'),
      value: z
        .object({
          v4: stack.meta({ description: 'IPv4 address' }),
          v6: stack.meta({ description: 'IPv6 address' }),
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
      .array(z.union([z.cidrv4(), z.cidrv6()]))
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

const ofInstance = {
  instance: NameOrId.optional().meta({
    description: 'Name or ID of the instance; required with a name, refused with an ID',
  }),
  project: NameOrId.optional().meta({
    description: 'Name or ID of the project; required with a name of an instance, refused with an ID',
  }),
}

export const networkInterfaces = family('instances', {
  instanceNetworkInterfaceList: get('/v1/network-interfaces', {
    summary: 'List network interfaces of an instance',
    description: 'Each interface lies in one subnet. The primary one carries the external addresses.',
    needs: on('instance', 'list_contents'),
    shows: ['instance-network-interface'],
    columns: ['name', 'primary', 'ipStack', 'mac', 'subnetId', 'vpcId', 'timeCreated', 'id', 'description'],
    query: {
      instance: NameOrId.meta({ description: 'Name or ID of the instance' }),
      project: NameOrId.optional().meta({
        description: 'Name or ID of the project; required with a name of an instance, refused with an ID',
      }),
      ...paginated(NameOrIdSortMode),
    },
    response: InstanceNetworkInterfaceResultsPage,
  }),
  instanceNetworkInterfaceCreate: post('/v1/network-interfaces', {
    summary: 'Create network interface of an instance',
    description:
      'The instance has to be stopped. All of its interfaces lie in the same VPC, and the first one is the primary one.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance-network-interface', 'external-ip'],
    query: {
      instance: NameOrId.meta({ description: 'Name or ID of the instance' }),
      project: NameOrId.optional().meta({
        description: 'Name or ID of the project; required with a name of an instance, refused with an ID',
      }),
    },
    body: InstanceNetworkInterfaceCreate,
    response: InstanceNetworkInterface,
  }),
  instanceNetworkInterfaceView: get('/v1/network-interfaces/{interface}', {
    summary: 'Fetch network interface',
    description: 'Includes its MAC address and its private addresses.',
    needs: on('instance-network-interface', 'read'),
    shows: ['instance-network-interface'],
    query: ofInstance,
    response: InstanceNetworkInterface,
  }),
  instanceNetworkInterfaceUpdate: put('/v1/network-interfaces/{interface}', {
    summary: 'Update network interface',
    description:
      'The instance has to be stopped. Making an interface primary makes the previous one secondary.',
    needs: on('instance-network-interface', 'modify_contents'),
    changes: ['instance-network-interface', 'external-ip'],
    query: ofInstance,
    body: InstanceNetworkInterfaceUpdate,
    response: InstanceNetworkInterface,
  }),
  instanceNetworkInterfaceDelete: del('/v1/network-interfaces/{interface}', {
    summary: 'Delete network interface',
    description: 'The instance has to be stopped. The primary interface can only be deleted last.',
    needs: on('instance-network-interface', 'modify_contents'),
    changes: ['instance-network-interface', 'external-ip'],
    query: ofInstance,
  }),
})
