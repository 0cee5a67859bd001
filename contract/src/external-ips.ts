import { z } from 'zod'
import { on } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { identity, inProject, NameOrId, pageOf, Uuid, IpText } from './scalars.ts'

export const IpVersion = z.enum(['v4', 'v6']).meta({ id: 'IpVersion' })
const Port = z.int().min(0).max(65_535)

/** The source of an address: a named pool, or the silo's default pool of a family. */
export const PoolSelector = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('explicit'), pool: NameOrId.meta({ description: 'Name or ID of the pool' }) }),
    z.object({
      type: z.literal('auto'),
      ipVersion: IpVersion.nullish().meta({
        default: null,
        description: 'Family of the address; needed where the silo has a default pool of both',
      }),
    }),
  ])
  .meta({ id: 'PoolSelector' })

export const ExternalIpCreate = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('ephemeral'),
      poolSelector: PoolSelector.default({ type: 'auto', ipVersion: null }).meta({
        description: 'Pool that the address comes from',
      }),
    }),
    z.object({
      type: z.literal('floating'),
      floatingIp: NameOrId.meta({ description: 'Name or ID of a floating IP of the project' }),
    }),
  ])
  .meta({ id: 'ExternalIpCreate' })

/** An address that reaches an instance from outside, or (snat) that an instance uses for outbound traffic. */
export const ExternalIp = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('snat'),
      ip: IpText.meta({ description: 'The address' }),
      ipPoolId: Uuid.meta({ description: 'Pool of the address' }),
      firstPort: Port.meta({ description: 'First port that the instance sends from' }),
      lastPort: Port.meta({ description: 'Last port that the instance sends from' }),
    }),
    z.object({
      kind: z.literal('ephemeral'),
      ip: IpText.meta({ description: 'The address' }),
      ipPoolId: Uuid.meta({ description: 'Pool of the address' }),
    }),
    z.object({
      kind: z.literal('floating'),
      ...identity,
      ip: IpText.meta({ description: 'The address' }),
      ipPoolId: Uuid.meta({ description: 'Pool of the address' }),
      projectId: Uuid.meta({ description: 'Project of the floating IP' }),
      instanceId: Uuid.nullable().meta({ description: 'Instance that it is attached to; null for none' }),
    }),
  ])
  .meta({ id: 'ExternalIp' })

export const EphemeralIpCreate = z
  .object({
    poolSelector: PoolSelector.default({ type: 'auto', ipVersion: null }).meta({
      description: 'Pool that the address comes from',
    }),
  })
  .meta({ id: 'EphemeralIpCreate' })

export const externalIps = family('instances', {
  instanceExternalIpList: get('/v1/instances/{instance}/external-ips', {
    summary: 'List external IP addresses of an instance',
    description:
      'Includes the shared address that the instance sends from when it has no address of its own.',
    needs: on('instance', 'read'),
    shows: ['external-ip', 'floating-ip'],
    columns: ['ip', 'kind', 'name', 'firstPort', 'lastPort', 'ipPoolId', 'id'],
    query: inProject,
    response: pageOf(ExternalIp).meta({ id: 'ExternalIpResultsPage' }),
  }),
  instanceEphemeralIpAttach: post('/v1/instances/{instance}/external-ips/ephemeral', {
    summary: 'Attach ephemeral IP to instance',
    description:
      'Allocates an address that lives as long as the instance. An instance can have one of each IP version.',
    needs: on('instance', 'modify_contents'),
    changes: ['external-ip'],
    query: inProject,
    body: EphemeralIpCreate,
    response: ExternalIp,
    status: 202,
  }),
  instanceEphemeralIpDetach: del('/v1/instances/{instance}/external-ips/ephemeral', {
    summary: 'Detach ephemeral IP from instance',
    description: 'Returns the address to its pool. Say which IP version when the instance has both.',
    needs: on('instance', 'modify_contents'),
    changes: ['external-ip'],
    query: {
      ipVersion: IpVersion.optional().meta({
        description: 'Family of the address; needed when the instance has one of each',
      }),
      ...inProject,
    },
  }),
})
