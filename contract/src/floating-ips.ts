import { FLOATING_IP_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { z } from 'zod'
import { PoolSelector } from './external-ips.ts'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  identityUpdate,
  inProject,
  NameOrId,
  NameOrIdSortMode,
  ofProject,
  countedPageOf,
  paginated,
  Uuid,
  IpText,
} from './scalars.ts'
import { taggedCreate, taggedIdentity } from './schemas/tags.ts'

export const FloatingIp = z
  .object({
    ...taggedIdentity,
    projectId: Uuid.meta({ description: 'Project of the floating IP' }),
    ip: IpText.meta({ description: 'The address' }),
    ipPoolId: Uuid.meta({ description: 'Pool of the address' }),
    instanceId: Uuid.nullable().meta({ description: 'Instance that it is attached to; null for none' }),
  })
  .meta({ id: 'FloatingIp' })

const auto = { type: 'auto' as const, poolSelector: { type: 'auto' as const, ipVersion: null } }

/** Which address: an explicit one, or the lowest free one of a pool. */
export const AddressAllocator = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('explicit'),
      ip: z.union([z.ipv4(), z.ipv6()]).meta({
        type: 'string',
        format: 'ip',
        maxLength: 45,
        anyOf: undefined,
        description: 'The address, from a pool of the silo',
      }),
    }),
    z.object({
      type: z.literal('auto'),
      poolSelector: PoolSelector.default(auto.poolSelector).meta({
        description: 'Pool whose lowest free address is taken',
      }),
    }),
  ])
  .meta({ id: 'AddressAllocator' })

export const FloatingIpCreate = z
  .object({
    ...taggedCreate,
    addressAllocator: AddressAllocator.default(auto).meta({ description: 'Which address to take' }),
  })
  .meta({ id: 'FloatingIpCreate' })
export const FloatingIpUpdate = z.object(identityUpdate).meta({ id: 'FloatingIpUpdate' })
export const FloatingIpParentKind = z.enum(['instance']).meta({ id: 'FloatingIpParentKind' })
export const FloatingIpAttach = z
  .object({
    kind: FloatingIpParentKind.meta({ description: 'Kind of the resource to attach to' }),
    parent: NameOrId.meta({ description: 'Name or ID of the instance' }),
  })
  .meta({ id: 'FloatingIpAttach' })

export const floatingIps = family('floating-ips', {
  floatingIpList: get('/v1/floating-ips', {
    summary: 'List floating IPs',
    description:
      'Floating IPs belong to a project and can move between its instances. The list can be narrowed to names that contain a text.',
    choices: 'floating IPs',
    needs: on('project', 'list_contents'),
    shows: ['floating-ip'],
    columns: ['name', 'ip', 'instanceId', 'timeCreated', 'id'],
    query: { ...ofProject, ...searchableBy(FLOATING_IP_FIELDS), ...paginated(NameOrIdSortMode) },
    response: countedPageOf(FloatingIp).meta({ id: 'FloatingIpResultsPage' }),
  }),
  floatingIpCreate: post('/v1/floating-ips', {
    summary: 'Create floating IP',
    description: 'Reserves a given address, or the lowest free one of a pool.',
    needs: on('project', 'modify_contents'),
    changes: ['floating-ip'],
    query: ofProject,
    body: FloatingIpCreate,
    response: FloatingIp,
  }),
  floatingIpUpdate: put('/v1/floating-ips/{floatingIp}', {
    summary: 'Update floating IP',
    description: 'Changes the name and the description; the address stays.',
    needs: on('floating-ip', 'modify_contents'),
    changes: ['floating-ip'],
    query: inProject,
    body: FloatingIpUpdate,
    response: FloatingIp,
  }),
  floatingIpDelete: del('/v1/floating-ips/{floatingIp}', {
    summary: 'Delete floating IP',
    description: 'Returns the address to its pool. Refused while it is attached.',
    needs: on('floating-ip', 'modify_contents'),
    changes: ['floating-ip'],
    query: inProject,
  }),
  floatingIpAttach: post('/v1/floating-ips/{floatingIp}/attach', {
    summary: 'Attach floating IP to an instance',
    description: 'The instance has to be in the same project. Also works while the instance is running.',
    needs: on('floating-ip', 'modify_contents'),
    changes: ['floating-ip'],
    query: inProject,
    body: FloatingIpAttach,
    response: FloatingIp,
    status: 202,
  }),
  floatingIpDetach: post('/v1/floating-ips/{floatingIp}/detach', {
    summary: 'Detach floating IP',
    description: 'The address stays reserved. Succeeds when it is already detached.',
    needsSpace: false,
    needs: on('floating-ip', 'modify_contents'),
    changes: ['floating-ip'],
    query: inProject,
    response: FloatingIp,
    status: 202,
  }),
  floatingIpView: get('/v1/floating-ips/{floatingIp}', {
    summary: 'Fetch floating IP',
    description: 'Includes the address, and the instance that it is attached to.',
    needs: on('floating-ip', 'read'),
    shows: ['floating-ip'],
    query: inProject,
    response: FloatingIp,
  }),
})
