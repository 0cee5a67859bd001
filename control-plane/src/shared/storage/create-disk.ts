import { atField } from '../../kit/base/at-field.ts'
import type { DiskCreate } from '@granary/contract/schemas/disks.ts'
import { diskSizeProblems, LOCAL_BLOCK_SIZE, sourceSizeProblem } from '@granary/domain/sizes.ts'
import { type CopyState, isUsableSource } from '@granary/domain/snapshot-states.ts'
import type { z } from 'zod'
import type { DiskRow } from '../../database/schema.ts'
import { charge } from '../../kinds/charge.ts'
import type { Scope } from '../../kit/resources/authorization.ts'
import type { Context } from '../../kit/context/context.ts'
import { invalidRequest, invalidValue } from '../../kit/base/errors.ts'
import { find } from '../../kit/resources/lookup.ts'
import { findImage } from '../../kinds/image.ts'
import { snapshot } from '../../kinds/snapshot.ts'
import { enqueue } from '../../tasks/queue.ts'
import { disk } from '../../kinds/disk.ts'

type Body = Omit<z.output<typeof DiskCreate>, never>
type InProject = Scope & { projectId: string; siloId: string }

/**
 * Creates a disk: charges its full size, inserts it as `creating`, and enqueues a task for the rest.
 * @param sledId the sled that keeps it; null with shared storage.
 * @param instanceId the instance that it is created for and attached to, or null.
 * @throws ApiError 400 for a wrong size or source, 507 when the silo's quota has no room.
 */
export async function createDisk(
  context: Context,
  scope: InProject,
  body: Body,
  { sledId, instanceId = null }: { sledId: string | null; instanceId?: string | null },
): Promise<DiskRow> {
  const source = await sourceOf(context, scope, body.diskBackend)
  if (instanceId && source.kind === 'importing')
    throw invalidRequest(`cannot attach disk "${body.name}": it has to be imported first`).at(
      SOURCE_TYPE,
      'not_allowed',
    )
  const [problem, ...others] = diskSizeProblems({
    size: body.size,
    blockSize: source.blockSize,
    type: body.diskBackend.type,
  })
  if (problem) throw invalidValue('size', problem.code, problem.message, problem.label).also(others)
  const misfit = sourceSizeProblem({
    size: body.size,
    sourceSize: source.minimum,
    readOnly: source.readOnly,
  })
  if (misfit) throw invalidRequest(misfit).at('size', 'out_of_range')
  await charge(context, scope, { cpus: 0, memory: 0, storage: body.size }, { storage: 'size' })
  const row = await disk.create(context, scope, body, {
    project_id: scope.projectId,
    size: body.size,
    block_size: source.blockSize,
    disk_type: body.diskBackend.type,
    read_only: source.readOnly ? 1 : 0,
    source: source.kind,
    state: 'creating',
    instance_id: instanceId,
    sled_id: sledId,
    image_id: source.imageId,
    snapshot_id: source.snapshotId,
    deletion_protected: 0,
  })
  if (!instanceId) await enqueue(context, 'disk', row.id, scope)
  return row
}

const SOURCE_TYPE = 'disk_backend.disk_source.type'

type Source = {
  kind: DiskRow['source']
  blockSize: DiskRow['block_size']
  /** In bytes. */
  minimum: number
  readOnly: boolean
  imageId: string | null
  snapshotId: string | null
}

async function sourceOf(context: Context, scope: InProject, backend: Body['diskBackend']): Promise<Source> {
  const none = { kind: 'blank' as const, minimum: 0, readOnly: false, imageId: null, snapshotId: null }
  if (backend.type === 'local') return { ...none, blockSize: LOCAL_BLOCK_SIZE }
  const { diskSource } = backend
  switch (diskSource.type) {
    case 'blank':
    case 'importing_blocks':
      return {
        ...none,
        kind: diskSource.type === 'blank' ? 'blank' : 'importing',
        blockSize: diskSource.blockSize,
      }
    case 'snapshot': {
      const row = await atField('disk_backend.disk_source.snapshot_id', () =>
        sourceSnapshot(context, scope, diskSource.snapshotId),
      )
      return {
        ...none,
        kind: 'snapshot',
        blockSize: row.block_size,
        minimum: row.size,
        readOnly: diskSource.readOnly,
        snapshotId: row.id,
      }
    }
    case 'image': {
      const row = await atField('disk_backend.disk_source.image_id', () =>
        sourceImage(context, scope, diskSource.imageId),
      )
      return {
        ...none,
        kind: 'image',
        blockSize: row.block_size,
        minimum: row.size,
        readOnly: diskSource.readOnly,
        imageId: row.id,
      }
    }
  }
}

async function sourceSnapshot(context: Context, scope: InProject, id: string) {
  const { row } = await find(context, snapshot, { snapshot: id }, 'read')
  if (row.project_id !== scope.projectId)
    throw invalidRequest('snapshot and disk must be in the same project')
  requireWhole('snapshot', row)
  return row
}

async function sourceImage(context: Context, scope: InProject, id: string) {
  const { row } = await findImage(context, { image: id }, 'read')
  if (row.project_id !== null && row.project_id !== scope.projectId)
    throw invalidRequest('image must be in the same project as the disk, or an image of the silo')
  requireWhole('image', row)
  return row
}

/** A source in `creating` will become available; one that failed never will. */
function requireWhole(kind: string, { name, state }: { name: string; state: CopyState }): void {
  if (!isUsableSource(state))
    throw invalidRequest(`a disk cannot be made of ${kind} "${name}" in state "${state}"`)
}
