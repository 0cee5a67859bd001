import { SNAPSHOT_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { copyStates } from '@granary/domain/snapshot-states.ts'
import { z } from 'zod'
import { extra } from './extension.ts'
import { on } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import {
  ByteCount,
  inProject,
  NameOrId,
  NameOrIdSortMode,
  ofProject,
  countedPageOf,
  paginated,
  Uuid,
} from './scalars.ts'
import { taggedCreate, taggedIdentity } from './schemas/tags.ts'

export const SnapshotState = z.enum(copyStates).meta({ id: 'SnapshotState' })

export const Snapshot = z
  .object({
    ...taggedIdentity,
    projectId: Uuid.meta({ description: 'Project of the snapshot' }),
    diskId: Uuid.meta({ description: 'Disk that the snapshot was taken of' }),
    size: ByteCount.meta({ description: 'Size in bytes' }),
    state: SnapshotState.meta({ description: 'State of the snapshot' }),
    failure: extra(
      z.string().nullable().meta({ description: 'Why it could not be made; null unless it is faulted' }),
    ),
  })
  .meta({ id: 'Snapshot' })

export const SnapshotCreate = z
  .object({ ...taggedCreate, disk: NameOrId.meta({ description: 'Name or ID of a disk of the project' }) })
  .meta({ id: 'SnapshotCreate' })

export const snapshots = family('snapshots', {
  snapshotList: get('/v1/snapshots', {
    summary: 'List snapshots',
    description: 'Can be narrowed to names that contain a text.',
    choices: 'snapshots',
    needs: on('project', 'list_contents'),
    shows: ['snapshot'],
    columns: ['name', 'state', 'size', 'timeCreated', 'id'],
    query: { ...ofProject, ...searchableBy(SNAPSHOT_FIELDS), ...paginated(NameOrIdSortMode) },
    response: countedPageOf(Snapshot).meta({ id: 'SnapshotResultsPage' }),
  }),
  snapshotCreate: post('/v1/snapshots', {
    summary: 'Create snapshot of a disk',
    description:
      'Captures the disk as it is now, also while an instance uses it. It counts against the storage quota at its full size.',
    needs: on('project', 'modify_contents'),
    changes: ['snapshot', 'disk'],
    query: ofProject,
    body: SnapshotCreate,
    response: Snapshot,
  }),
  snapshotDelete: del('/v1/snapshots/{snapshot}', {
    summary: 'Delete snapshot',
    description: 'Disks and images that were made from the snapshot keep their content.',
    needs: on('snapshot', 'modify_contents'),
    changes: ['snapshot'],
    query: inProject,
  }),
  snapshotView: get('/v1/snapshots/{snapshot}', {
    summary: 'Fetch snapshot',
    description: 'Includes the state, and the disk that it was taken of.',
    expectedFailures: { 404: 'the snapshot of a disk may be deleted' },
    needs: on('snapshot', 'read'),
    shows: ['snapshot'],
    query: inProject,
    response: Snapshot,
  }),
})
