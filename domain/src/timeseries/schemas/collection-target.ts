import { schemasOf, targetField } from './target.ts'

export const COLLECTION_TARGET = schemasOf({
  name: 'collection_target',
  description: 'A project, a silo or the fleet, whose provisioned resources are counted',
  authzScope: 'fleet',
  fields: [targetField('id', 'uuid', 'ID of the project, silo or fleet')],
  metrics: {
    cpus_provisioned: {
      description: 'Number of virtual CPUs of the running instances',
      datumType: 'i64',
      units: 'count',
    },
    ram_provisioned: {
      description: 'Memory of the running instances',
      datumType: 'i64',
      units: 'bytes',
    },
    virtual_disk_space_provisioned: {
      description: 'Size of all disks, snapshots and images',
      datumType: 'i64',
      units: 'bytes',
    },
  },
})
