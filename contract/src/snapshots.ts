import { z } from 'zod'
import { family, get } from './operation.ts'
import {
  ByteCount,
  identity,
  inProject,
  NameOrId,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

export const SnapshotState = z
  .enum(['creating', 'ready', 'faulted', 'destroyed'])
  .meta({ id: 'SnapshotState' })

export const Snapshot = z
  .object({ ...identity, projectId: Uuid, diskId: Uuid, size: ByteCount, state: SnapshotState })
  .meta({ id: 'Snapshot' })

export const snapshots = family('snapshots', {
  snapshotList: get('/v1/snapshots', {
    summary: 'List snapshots',
    query: { project: NameOrId, ...paginated(NameOrIdSortMode) },
    response: pageOf(Snapshot).meta({ id: 'SnapshotResultsPage' }),
  }),
  snapshotView: get('/v1/snapshots/{snapshot}', {
    summary: 'Fetch snapshot',
    query: inProject,
    response: Snapshot,
  }),
})
