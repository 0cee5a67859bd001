import { MAX_QUOTA_CPUS } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { decidedInside, on, onFleet, onOwnSilo } from './needs.ts'
import { family, get, put } from './operation.ts'
import { ByteCount, IdSortMode, Name, NameOrIdSortMode, pageOf, paginated, Uuid } from './scalars.ts'

const VirtualResourceCounts = z
  .object({
    cpus: z.int().meta({ description: 'Virtual CPUs' }),
    memory: ByteCount.meta({ description: 'Memory in bytes' }),
    storage: ByteCount.meta({ description: 'Storage in bytes' }),
  })
  .meta({ id: 'VirtualResourceCounts' })

export const Utilization = z
  .object({
    capacity: VirtualResourceCounts.meta({ description: 'What the silo may use' }),
    provisioned: VirtualResourceCounts.meta({ description: 'What it uses' }),
  })
  .meta({ id: 'Utilization' })

/** The limits of a silo: virtual CPUs and memory of running instances, bytes of disks, snapshots and images. */
export const SiloQuotas = z
  .object({
    siloId: Uuid.meta({ description: 'The silo' }),
    cpus: z.int().meta({ description: 'Virtual CPUs of running instances' }),
    memory: ByteCount.meta({ description: 'Memory of running instances, in bytes' }),
    storage: ByteCount.meta({ description: 'Disks, snapshots and images, in bytes' }),
  })
  .meta({ id: 'SiloQuotas' })

export const SiloQuotasCreate = z
  .object({
    cpus: z
      .int()
      .min(-MAX_QUOTA_CPUS)
      .max(MAX_QUOTA_CPUS)
      .meta({ description: 'Virtual CPUs of running instances' }),
    memory: ByteCount.meta({ description: 'Memory of running instances, in bytes' }),
    storage: ByteCount.meta({ description: 'Disks, snapshots and images, in bytes' }),
  })
  .meta({ id: 'SiloQuotasCreate' })

/** Missing fields stay unchanged. */
export const SiloQuotasUpdate = z
  .object({
    cpus: z
      .int()
      .min(-MAX_QUOTA_CPUS)
      .max(MAX_QUOTA_CPUS)
      .nullish()
      .meta({ description: 'Virtual CPUs of running instances; stays as it is when left out' }),
    memory: ByteCount.nullish().meta({
      description: 'Memory of running instances, in bytes; stays as it is when left out',
    }),
    storage: ByteCount.nullish().meta({
      description: 'Disks, snapshots and images, in bytes; stays as it is when left out',
    }),
  })
  .meta({ id: 'SiloQuotasUpdate' })

export const SiloUtilization = z
  .object({
    siloId: Uuid.meta({ description: 'The silo' }),
    siloName: Name.meta({ description: 'Name of the silo' }),
    allocated: VirtualResourceCounts.meta({ description: 'What the silo may use' }),
    provisioned: VirtualResourceCounts.meta({ description: 'What it uses' }),
  })
  .meta({ id: 'SiloUtilization' })

export const quotas = family('quotas', {
  systemQuotasList: get('/v1/system/silo-quotas', {
    summary: 'List the quotas of all silos',
    description:
      'A quota limits the CPUs and memory of running instances and the bytes of disks, snapshots and images.',
    needs: onFleet('read'),
    shows: ['silo-quotas'],
    columns: ['cpus', 'memory', 'storage', 'siloId'],
    query: paginated(IdSortMode),
    response: pageOf(SiloQuotas).meta({ id: 'SiloQuotasResultsPage' }),
  }),
  siloQuotasView: get('/v1/system/silos/{silo}/quotas', {
    summary: 'Fetch the quotas of a silo',
    description: 'Every user can read the quotas of their own silo.',
    needs: on('silo', 'read'),
    shows: ['silo-quotas'],
    response: SiloQuotas,
  }),
  siloQuotasUpdate: put('/v1/system/silos/{silo}/quotas', {
    summary: 'Update the quotas of a silo',
    description:
      'Fields that are left out stay as they are. A quota below the current use only stops new use.',
    needsSpace: false,
    needs: decidedInside('`modify_silos` on the fleet, for a silo that you can read.'),
    changes: ['silo-quotas'],
    body: SiloQuotasUpdate,
    response: SiloQuotas,
  }),
  utilizationView: get('/v1/utilization', {
    summary: "Fetch the utilization of the caller's silo",
    description:
      'Compares the quotas of the silo with what its running instances, disks, snapshots and images use.',
    needs: onOwnSilo('read'),
    shows: ['silo-quotas', 'instance', 'disk', 'snapshot', 'project-image', 'silo-image'],
    response: Utilization,
  }),
  siloUtilizationList: get('/v1/system/utilization/silos', {
    summary: 'List the utilization of silos',
    description: 'Lists discoverable silos and silos that have a quota.',
    needs: onFleet('read'),
    shows: ['silo', 'silo-quotas', 'instance', 'disk', 'snapshot', 'project-image', 'silo-image'],
    columns: ['siloName', 'siloId'],
    query: paginated(NameOrIdSortMode),
    response: pageOf(SiloUtilization).meta({ id: 'SiloUtilizationResultsPage' }),
  }),
  siloUtilizationView: get('/v1/system/utilization/silos/{silo}', {
    summary: 'Fetch the utilization of a silo',
    description:
      'Compares the quotas of the silo with what its running instances, disks, snapshots and images use.',
    needs: on('silo', 'read'),
    shows: ['silo-quotas', 'instance', 'disk', 'snapshot', 'project-image', 'silo-image'],
    response: SiloUtilization,
  }),
})
