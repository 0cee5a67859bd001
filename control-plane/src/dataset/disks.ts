import { present } from '../kit/base/present.ts'
import { isDiskWithInstance } from '@granary/domain/disk-states.ts'
import { diskSizeProblems, MAX_DISKS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { isUuid, normalizeUuid } from '@granary/domain/names.ts'
import type { DiskRow, ImageRow } from '../database/schema.ts'
import { disk } from '../kinds/disk.ts'
import { projectImage, siloImage } from '../kinds/image.ts'
import { instance } from '../kinds/instance.ts'
import { snapshot } from '../kinds/snapshot.ts'
import type { ProjectScope } from '../kit/resources/authorization.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'
import { fail, failUnknown, failureOf } from './problem.ts'

const IMPORTING = new Set<DiskRow['state']>([
  'import_ready',
  'importing_from_url',
  'importing_from_bulk_writes',
  'finalizing',
])
/** Default for a disk whose source states none. */
const BLOCK_SIZE = 512
const LOCAL_BLOCK_SIZE = 4096

/**
 * Plans disks and snapshots, which refer to each other: first the disks, then the snapshots, then their shared
 * fields.
 */
export function planStorage(plan: Plan, dataset: Dataset): void {
  const disks = dataset.disks.map((entry) => [entry, planDisk(plan, entry)] as const)
  for (const entry of dataset.snapshots) planSnapshot(plan, entry)
  for (const [{ path, value }, row] of disks) {
    if (value.snapshot != null) linkSnapshot(plan, path, value, row)
    const [problem] = diskSizeProblems({ size: row.size, blockSize: row.block_size, type: row.disk_type })
    if (problem) fail(`${path}.size`, problem.message)
  }
}

function planDisk(plan: Plan, { path, value }: Entry<'disks'>): DiskRow {
  const scope = plan.project(path, value)
  const source = value.image == null ? null : imageOf(plan, `${path}.image`, scope, value.image)
  if (source?.row && source.row.size > value.size)
    fail(`${path}.size`, `must be at least ${source.row.size}, the size of its image`)
  const own = value.disk_type === 'local' ? LOCAL_BLOCK_SIZE : BLOCK_SIZE
  return plan.of(disk).add({ path, scope }, value, () => ({
    project_id: scope.projectId,
    size: value.size,
    block_size: value.block_size ?? source?.row?.block_size ?? own,
    disk_type: value.disk_type,
    read_only: value.read_only ? 1 : 0,
    source: source ? 'image' : IMPORTING.has(value.state.state) ? 'importing' : 'blank',
    state: value.state.state,
    instance_id: attachment(plan, path, scope, value),
    sled_id: null,
    image_id: source?.id ?? null,
    snapshot_id: null,
    deletion_protected: value.deletion_protected ? 1 : 0,
    failure: failureOf(path, value.state.state, value.failure),
  }))
}

function attachment(
  plan: Plan,
  path: string,
  { projectId }: ProjectScope,
  { state: { state, instance: name } }: Entry<'disks'>['value'],
) {
  const needed = isDiskWithInstance(state)
  if (name === undefined)
    return needed
      ? fail(
          `${path}.state`,
          `"${state}" needs the name of an instance: { "state": "${state}", "instance": "…" }`,
        )
      : null
  if (!needed) fail(`${path}.state.instance`, `a disk that is ${state} is at no instance`)
  const { id } = plan.of(instance).need(`${path}.state.instance`, projectId, name)
  const count = (plan.diskCounts.get(id) ?? 0) + 1
  if (count > MAX_DISKS_PER_INSTANCE)
    fail(`${path}.state.instance`, `"${name}" has ${MAX_DISKS_PER_INSTANCE} disks already`)
  plan.diskCounts.set(id, count)
  return id
}

/** Finds an image by name, first in the project and then in the silo, or takes the id of a deleted one. */
function imageOf(
  plan: Plan,
  path: string,
  { projectId, siloId }: ProjectScope,
  image: string,
): { id: string; row?: ImageRow } {
  const row = plan.of(projectImage).find(projectId, image) ?? plan.of(siloImage).find(siloId, image)
  if (row) return { id: row.id, row }
  if (isUuid(image)) return { id: normalizeUuid(image) ?? image }
  return failUnknown(
    path,
    'image',
    image,
    [...plan.of(projectImage).in(projectId), ...plan.of(siloImage).in(siloId)].map(({ name }) => name),
  )
}

function linkSnapshot(plan: Plan, path: string, value: Entry<'disks'>['value'], row: DiskRow): void {
  const name = value.snapshot!
  if (value.image != null)
    fail(`${path}.snapshot`, 'a disk is made from an image or from a snapshot, not from both')
  row.source = 'snapshot'
  const from = plan.of(snapshot).find(row.project_id, name)
  if (!from && isUuid(name)) {
    row.snapshot_id = normalizeUuid(name)
    return
  }
  const { id, size, block_size } = from ?? plan.of(snapshot).need(`${path}.snapshot`, row.project_id, name)
  if (size > row.size) fail(`${path}.size`, `must be at least ${size}, the size of its snapshot`)
  row.snapshot_id = id
  row.block_size = value.block_size ?? block_size
}

function planSnapshot(plan: Plan, { path, value }: Entry<'snapshots'>): void {
  const scope = plan.project(path, value)
  const from = plan.of(disk).find(scope.projectId, value.disk)
  if (!from && !isUuid(value.disk)) plan.of(disk).need(`${path}.disk`, scope.projectId, value.disk)
  const size =
    value.size ?? from?.size ?? fail(`${path}.size`, 'must be given for a snapshot of a disk that is gone')
  plan.of(snapshot).add({ path, scope }, value, () => ({
    project_id: scope.projectId,
    disk_id: from?.id ?? present(normalizeUuid(value.disk), 'the disk'),
    size,
    block_size: from?.block_size ?? BLOCK_SIZE,
    state: value.state,
    failure: failureOf(path, value.state, value.failure),
  }))
}
