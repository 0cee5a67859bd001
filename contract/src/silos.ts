import { SILO_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { BulkJob } from './bulk-jobs.ts'
import { SiloDeleteWithContents, SiloDeletionPlan, siloBelongings, siloContents } from './silo-deletion.ts'
import { MAX_LISTED } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { CertificateCreate } from './certificates.ts'
import { SiloIpPoolPage } from './ip-pools.ts'
import { siloSubnetPoolColumns, SiloSubnetPoolPage } from './subnet-pools.ts'
import { FleetRole, SiloRole } from './policies.ts'
import { SiloQuotasCreate } from './quotas.ts'
import { on, onFleet, withPowerOver } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { countedPageOf, identity, identityCreate, NameOrIdSortMode, paginated } from './scalars.ts'

export const SiloIdentityMode = z
  .enum(['saml_jit', 'saml_scim', 'local_only'])
  .meta({ id: 'SiloIdentityMode' })

export const Silo = z
  .object({
    ...identity,
    identityMode: SiloIdentityMode.meta({ description: 'Where users come from, and how they sign in' }),
    discoverable: z.boolean().meta({ description: 'Whether lists of silos include it' }),
    adminGroupName: z.string().nullable().meta({ description: 'Group whose members administer the silo' }),
    mappedFleetRoles: z
      .record(z.string(), z.array(FleetRole))
      .meta({ description: 'By role of the silo, the roles on the fleet that come with it' }),
  })
  .meta({ id: 'Silo' })

/** Longest name of a group, in characters. */
const GROUP_NAME_MAX_LENGTH = 512

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)]

export const SiloCreate = z
  .object({
    ...identityCreate,
    identityMode: SiloIdentityMode.meta({ description: 'Where users come from, and how they sign in' }),
    discoverable: z.boolean().meta({ description: 'Whether lists of silos include it' }),
    adminGroupName: z
      .string()
      .max(GROUP_NAME_MAX_LENGTH)
      .refine((name) => name.trim() !== '', 'must not be blank')
      .nullish()
      .meta({ description: 'Group whose members administer the silo' }),
    mappedFleetRoles: z
      .partialRecord(SiloRole, z.array(FleetRole).max(MAX_LISTED).overwrite(unique))
      .default({})
      .meta({ description: 'By role of the silo, the roles of the fleet that come with it' }),
    quotas: SiloQuotasCreate.meta({ description: 'What the silo may use' }),
    tlsCertificates: z
      .array(CertificateCreate)
      .max(MAX_LISTED)
      .meta({ description: 'Certificates that its console and API present' }),
  })
  .meta({ id: 'SiloCreate' })

export const silos = family('silos', {
  siloList: get('/v1/system/silos', {
    summary: 'List silos',
    description: 'Lists discoverable silos. Other silos are found by name or id only.',
    choices: 'silos',
    needs: onFleet('list_contents'),
    shows: ['silo'],
    columns: ['name', 'identityMode', 'discoverable', 'timeCreated', 'id'],
    query: { ...searchableBy(SILO_FIELDS), ...paginated(NameOrIdSortMode) },
    response: countedPageOf(Silo).meta({ id: 'SiloResultsPage' }),
  }),
  siloCreate: post('/v1/system/silos', {
    summary: 'Create silo',
    description:
      'Creates a silo with its quotas, certificates and admin group. It has no users, projects or IP pools yet.',
    needs: onFleet('modify_silos'),
    changes: ['silo', 'silo-group', 'silo-policy', 'silo-quotas', 'certificate'],
    body: SiloCreate,
    response: Silo,
  }),
  siloView: get('/v1/system/silos/{silo}', {
    summary: 'Fetch silo',
    description: 'Every user can read their own silo; other silos need a role in the fleet.',
    needs: on('silo', 'read'),
    shows: ['silo'],
    response: Silo,
  }),
  siloDelete: del('/v1/system/silos/{silo}', {
    summary: 'Delete silo that has no projects',
    description:
      'Also deletes its users, groups, roles, quotas, identity providers and certificates. Of more than 100 users or groups, the others go after the answer, and then the silo. Refused while it has projects or images, and without the strongest fleet role of its users and groups.',
    needs: withPowerOver('everyone', on('silo', 'modify')),
    changes: ['silo', 'fleet-policy'],
  }),
  siloDeletionPlan: get('/experimental/v1/system/silos/{silo}/deletion-plan', {
    summary: 'Fetch what a silo contains and what stands in the way of deleting it',
    description: 'Counts and names everything that a deletion with contents deletes. Nothing is changed.',
    needs: onFleet('modify'),
    shows: [...siloContents, ...siloBelongings, 'silo'],
    response: SiloDeletionPlan,
  }),
  siloDeleteWithContents: post('/experimental/v1/system/silos/{silo}/delete-with-contents', {
    summary: 'Delete a silo and everything in it',
    description:
      'Makes a bulk job that stops the instances and deletes everything in the projects of the silo, the projects, the images and then the silo. The job acts as an admin of the silo, for as long as the caller is an admin of the fleet. Your own silo is refused, and a silo that another job deletes (409).',
    needsSpace: false,
    needs: onFleet('modify'),
    changes: [...siloContents, ...siloBelongings, 'multicast-group', 'silo', 'fleet-policy', 'bulk-job'],
    body: SiloDeleteWithContents,
    response: BulkJob,
    status: 202,
  }),
  siloIpPoolList: get('/v1/system/silos/{silo}/ip-pools', {
    summary: 'List IP pools linked to a silo',
    description: 'These are the pools that instances and floating IPs of the silo can take addresses from.',
    choices: 'IP pools of the silo',
    needs: on('silo', 'read'),
    shows: ['ip-pool', 'ip-pool-resource'],
    columns: [
      'name',
      'ipVersion',
      'poolType',
      'isDefault',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: paginated(NameOrIdSortMode),
    response: SiloIpPoolPage,
  }),
  siloSubnetPoolList: get('/v1/system/silos/{silo}/subnet-pools', {
    summary: 'List subnet pools linked to a silo',
    description: 'These are the pools that external subnets of the silo can be taken from.',
    choices: 'subnet pools of the silo',
    needs: on('silo', 'read'),
    shows: ['subnet-pool', 'subnet-pool-resource', 'subnet-pool-member'],
    columns: siloSubnetPoolColumns,
    query: paginated(NameOrIdSortMode),
    response: SiloSubnetPoolPage,
  }),
})
