import { PHYSICAL_DISK_FIELDS, SLED_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { filteredBy } from './list-filter.ts'
import { z } from 'zod'
import {
  Compute,
  PhysicalDisk,
  PhysicalDiskAdoptionRequest,
  PhysicalDiskManufacturerIdentity,
  Rack,
  Sled,
  SledInstance,
  SledProvisionPolicyParams,
  SledProvisionPolicyResponse,
  UnadoptedPhysicalDisk,
  UninitializedSled,
} from './schemas/hardware.ts'
import { onFleet, signedIn } from './needs.ts'
import { del, family, get, put } from './operation.ts'
import { IdSortMode, paged, pageOf, paginated, Uuid } from './scalars.ts'

const AT = '/v1/system/hardware'
const PhysicalDiskPage = pageOf(PhysicalDisk).meta({ id: 'PhysicalDiskResultsPage' })
const diskColumns = ['id', 'formFactor', 'model', 'serial', 'policy.kind', 'state', 'sledId'] as const
const sledId = Uuid.meta({ description: 'ID of the sled' })

export const hardware = family('hardware', {
  computeView: get('/experimental/v1/compute', {
    summary: 'Fetch the driver',
    description:
      'Says how the server runs machines, and what it can do with them. The facts stay the same until it restarts.',
    needs: signedIn,
    shows: [],
    response: Compute,
  }),
  rackList: get(`${AT}/racks`, {
    summary: 'List racks',
    description: 'Lists the racks that the driver reports, by ID. A single host is its own rack.',
    needs: onFleet('read'),
    shows: ['rack'],
    columns: ['id', 'timeCreated', 'timeModified'],
    query: paginated(IdSortMode),
    response: pageOf(Rack).meta({ id: 'RackResultsPage' }),
  }),
  rackView: get(`${AT}/racks/{rackId}`, {
    summary: 'Fetch rack',
    description: 'Finds a rack by its ID.',
    needs: onFleet('read'),
    shows: ['rack'],
    params: { rackId: Uuid.meta({ description: 'ID of the rack' }) },
    response: Rack,
  }),
  sledList: get(`${AT}/sleds`, {
    summary: 'List sleds',
    description: 'Lists the sleds in service, by ID.',
    needs: onFleet('read'),
    shows: ['sled'],
    columns: ['id', 'slot', 'usableHardwareThreads', 'usablePhysicalRam', 'policy.kind', 'state'],
    query: { ...filteredBy(SLED_FIELDS), ...paginated(IdSortMode) },
    response: pageOf(Sled).meta({ id: 'SledResultsPage' }),
  }),
  sledListUninitialized: get(`${AT}/sleds-uninitialized`, {
    summary: 'List uninitialized sleds',
    description: 'Lists sleds that are in a rack, but not in use yet: all of them in one page.',
    needs: onFleet('read'),
    shows: ['sled'],
    columns: ['cubby', 'baseboard.part', 'baseboard.serial', 'rackId'],
    query: paged,
    response: pageOf(UninitializedSled).meta({ id: 'UninitializedSledResultsPage' }),
  }),
  sledView: get(`${AT}/sleds/{sledId}`, {
    summary: 'Fetch sled',
    description: 'Finds a sled by its ID, also one that is no longer in service.',
    needs: onFleet('read'),
    shows: ['sled'],
    params: { sledId },
    response: Sled,
  }),
  sledSetProvisionPolicy: put(`${AT}/sleds/{sledId}/provision-policy`, {
    summary: 'Set the provision policy of a sled',
    description:
      'A sled that is not provisionable gets no new instances. The instances that run on it stay. A sled that is no longer in service is refused with 409.',
    needs: onFleet('modify'),
    changes: ['sled'],
    params: { sledId },
    body: SledProvisionPolicyParams,
    response: SledProvisionPolicyResponse,
  }),
  sledPhysicalDiskList: get(`${AT}/sleds/{sledId}/disks`, {
    summary: 'List physical disks of a sled',
    description: 'Lists the disks in a sled, by ID, also disks that are no longer in service.',
    needs: onFleet('read'),
    shows: ['physical-disk'],
    columns: diskColumns,
    params: { sledId },
    query: paginated(IdSortMode),
    response: PhysicalDiskPage,
  }),
  sledInstanceList: get(`${AT}/sleds/{sledId}/instances`, {
    summary: 'List instances on a sled',
    description: 'Lists the instances that hold a place on the sled, of every silo, by ID.',
    needs: onFleet('read'),
    shows: ['instance', 'project', 'silo'],
    columns: ['name', 'siloName', 'projectName', 'state', 'ncpus', 'memory', 'timeCreated', 'id'],
    params: { sledId },
    query: paginated(IdSortMode),
    response: pageOf(SledInstance).meta({ id: 'SledInstanceResultsPage' }),
  }),
  instanceSledView: get('/experimental/v1/system/instances/{instance}/sled', {
    summary: 'Fetch the sled of an instance',
    description:
      'Returns the sled that an instance of any silo holds a place on, or null while it holds none.',
    needs: onFleet('read'),
    shows: ['instance', 'sled'],
    params: { instance: Uuid.meta({ description: 'ID of the instance' }) },
    response: z
      .object({ sled: Sled.nullable().meta({ description: 'The sled; null while it holds no place' }) })
      .meta({ id: 'InstanceSled' }),
  }),
  physicalDiskList: get(`${AT}/disks`, {
    summary: 'List physical disks',
    description: 'Lists the disks of all sleds, by ID, also disks that are no longer in service.',
    needs: onFleet('read'),
    shows: ['physical-disk'],
    columns: diskColumns,
    query: { ...filteredBy(PHYSICAL_DISK_FIELDS), ...paginated(IdSortMode) },
    response: PhysicalDiskPage,
  }),
  physicalDiskView: get(`${AT}/disks/{diskId}`, {
    summary: 'Fetch physical disk',
    description: 'Finds a physical disk by its ID.',
    needs: onFleet('read'),
    shows: ['physical-disk'],
    params: { diskId: Uuid.meta({ description: 'ID of the physical disk' }) },
    response: PhysicalDisk,
  }),
  physicalDiskListUnadopted: get(`${AT}/disks-unadopted`, {
    summary: 'List unadopted physical disks',
    description:
      'Lists disks that are in a sled, but not in use yet: all of them in one page. An adoption request puts one to use.',
    needs: onFleet('read'),
    shows: ['physical-disk'],
    columns: ['diskId.vendor', 'diskId.model', 'diskId.serial', 'variant', 'slot', 'sledId'],
    query: paged,
    response: pageOf(UnadoptedPhysicalDisk).meta({ id: 'UnadoptedPhysicalDiskResultsPage' }),
  }),
  physicalDiskListAdoptionRequests: get(`${AT}/disk-adoption-requests`, {
    summary: 'List adoption requests',
    description: 'Lists the requests whose disk was not adopted yet, by ID.',
    needs: onFleet('read'),
    shows: ['physical-disk-adoption-request'],
    columns: ['diskId.vendor', 'diskId.model', 'diskId.serial', 'timeCreated', 'id'],
    query: paginated(IdSortMode),
    response: pageOf(PhysicalDiskAdoptionRequest).meta({ id: 'PhysicalDiskAdoptionRequestResultsPage' }),
  }),
  physicalDiskEnableAdoption: put(`${AT}/disk-adoption-request`, {
    summary: 'Request the adoption of a physical disk',
    description:
      'The disk is put to use within half a minute, or when it appears in a sled. The request is gone then. Repeating a request has no effect.',
    needs: onFleet('modify'),
    changes: ['physical-disk-adoption-request'],
    body: PhysicalDiskManufacturerIdentity,
    response: PhysicalDiskAdoptionRequest,
    status: 201,
  }),
  physicalDiskDisableAdoption: del(`${AT}/disk-adoption-request/{physicalDiskAdoptionReqId}`, {
    summary: 'Withdraw an adoption request',
    description: 'A disk that was already adopted stays in use.',
    needs: onFleet('modify'),
    changes: ['physical-disk-adoption-request'],
    params: { physicalDiskAdoptionReqId: Uuid.meta({ description: 'ID of the adoption request' }) },
  }),
})
