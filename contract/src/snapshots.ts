import { copyStates } from '@granary/domain/snapshot-states.ts'
import { z } from 'zod'
import { del, family, get, post } from './operation.ts'
import {
  ByteCount,
  identity,
  identityCreate,
  inProject,
  NameOrId,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

export const SnapshotState = z.enum(copyStates).meta({ id: 'SnapshotState' })

export const Snapshot = z
  .object({ ...identity, projectId: Uuid, diskId: Uuid, size: ByteCount, state: SnapshotState })
  .meta({ id: 'Snapshot' })

export const SnapshotCreate = z.object({ ...identityCreate, disk: NameOrId }).meta({ id: 'SnapshotCreate' })

export const snapshots = family('snapshots', {
  snapshotList: get('/v1/snapshots', {
    summary: 'List snapshots',
    query: { project: NameOrId, nameContains: z.string().max(63).optional(), ...paginated(NameOrIdSortMode) },
    response: pageOf(Snapshot).meta({ id: 'SnapshotResultsPage' }),
  }),
  snapshotCreate: post('/v1/snapshots', {
    summary: 'Create snapshot of a disk',
    query: { project: NameOrId },
    body: SnapshotCreate,
    response: Snapshot,
  }),
  snapshotDelete: del('/v1/snapshots/{snapshot}', { summary: 'Delete snapshot', query: inProject }),
  snapshotView: get('/v1/snapshots/{snapshot}', {
    summary: 'Fetch snapshot',
    query: inProject,
    response: Snapshot,
  }),
})
