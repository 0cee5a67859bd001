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
    z.object({ type: z.literal('explicit'), value: ip }),
  ])

const stackCreate = <Ip extends z.ZodType, Net extends z.ZodType>(ip: Ip, net: Net) =>
  z.object({ ip: IpAssignment(ip), transitIps: z.array(net).default([]) })

const v4Create = stackCreate(z.ipv4(), z.cidrv4()).meta({ id: 'PrivateIpv4StackCreate' })
const v6Create = stackCreate(z.ipv6(), z.cidrv6()).meta({ id: 'PrivateIpv6StackCreate' })

/** Which private addresses a new network interface gets. */
export const PrivateIpStackCreate = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('v4'), value: v4Create }),
    z.object({ type: z.literal('v6'), value: v6Create }),
    z.object({ type: z.literal('dual_stack'), value: z.object({ v4: v4Create, v6: v6Create }) }),
  ])
  .meta({ id: 'PrivateIpStackCreate' })

const stack = z.object({ ip: z.string(), transitIps: z.array(z.string()) })
export const PrivateIpStack = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('v4'), value: stack }),
    z.object({ type: z.literal('v6'), value: stack }),
    z.object({ type: z.literal('dual_stack'), value: z.object({ v4: stack, v6: stack }) }),
  ])
  .meta({ id: 'PrivateIpStack' })

export const InstanceNetworkInterface = z
  .object({
    ...identity,
    instanceId: Uuid,
    vpcId: Uuid,
    subnetId: Uuid,
    mac: z.string(),
    primary: z.boolean(),
    ipStack: PrivateIpStack,
  })
  .meta({ id: 'InstanceNetworkInterface' })

const auto = { ip: { type: 'auto' as const }, transitIps: [] }
export const InstanceNetworkInterfaceCreate = z
  .object({
    ...identityCreate,
    vpcName: Name,
    subnetName: Name,
    ipConfig: PrivateIpStackCreate.default({ type: 'dual_stack', value: { v4: auto, v6: auto } }),
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
      .default([])
      .meta({ description: 'Replaces the list: what is left out is cleared.' }),
  })
  .meta({ id: 'InstanceNetworkInterfaceUpdate' })

/** The network interfaces of a new instance: one in the default VPC and subnet, a list, or none. */
export const InstanceNetworkInterfaceAttachment = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('create'), params: z.array(InstanceNetworkInterfaceCreate) }),
    z.object({ type: z.literal('default_ipv4') }),
    z.object({ type: z.literal('default_ipv6') }),
    z.object({ type: z.literal('default_dual_stack') }),
    z.object({ type: z.literal('none') }),
  ])
  .meta({ id: 'InstanceNetworkInterfaceAttachment' })

const ofInstance = { instance: NameOrId.optional(), project: NameOrId.optional() }

export const networkInterfaces = family('instances', {
  instanceNetworkInterfaceList: get('/v1/network-interfaces', {
    summary: 'List network interfaces of an instance',
    description: 'Each interface lies in one subnet. The primary one carries the external addresses.',
    needs: on('instance', 'list_contents'),
    shows: ['instance-network-interface'],
    columns: [
      'name',
      'mac',
      'primary',
      'instanceId',
      'vpcId',
      'subnetId',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: { instance: NameOrId, project: NameOrId.optional(), ...paginated(NameOrIdSortMode) },
    response: pageOf(InstanceNetworkInterface).meta({ id: 'InstanceNetworkInterfaceResultsPage' }),
  }),
  instanceNetworkInterfaceCreate: post('/v1/network-interfaces', {
    summary: 'Create network interface of an instance',
    description:
      'The instance has to be stopped. All of its interfaces lie in the same VPC, and the first one is the primary one.',
    needs: on('instance', 'modify_contents'),
    changes: ['instance-network-interface', 'external-ip'],
    query: { instance: NameOrId, project: NameOrId.optional() },
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
