import { Disk, DiskPage, DiskPath } from './schemas/disks.ts'
import { on } from './needs.ts'
import { family, get, post } from './operation.ts'
import { inProject, NameOrIdSortMode, paginated } from './scalars.ts'

export const instanceDisks = family('instances', {
  instanceDiskList: get('/v1/instances/{instance}/disks', {
    summary: 'List disks of an instance',
    description: 'Lists attached disks, and disks that are being attached or detached.',
    needs: on('instance', 'read'),
    shows: ['disk'],
    columns: ['name', 'state', 'size', 'diskType', 'timeCreated', 'id'],
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: DiskPage,
  }),
  instanceDiskAttach: post('/v1/instances/{instance}/disks/attach', {
    summary: 'Attach disk to instance',
    description:
      'The disk has to be detached and in the same project. Succeeds when it is already attached to this instance.',
    needs: on('instance', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
    body: DiskPath,
    response: Disk,
    status: 202,
  }),
  instanceDiskDetach: post('/v1/instances/{instance}/disks/detach', {
    summary: 'Detach disk from instance',
    description: 'The boot disk cannot be detached. Succeeds when the disk is already detached.',
    needsSpace: false,
    needs: on('instance', 'modify_contents'),
    changes: ['disk'],
    query: inProject,
    body: DiskPath,
    response: Disk,
    status: 202,
  }),
})
