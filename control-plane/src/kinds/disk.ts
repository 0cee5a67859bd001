import type { DiskState } from '@granary/contract/schemas/disks.ts'
import { isDiskWithInstance } from '@granary/domain/disk-states.ts'
import { DISK_FIELDS } from '@granary/domain/list-filter/fields.ts'
import type { z } from 'zod'
import { capitalize } from '../kit/base/errors.ts'
import { kind } from '../kit/resources/kind.ts'
import {
  amount,
  choice,
  flag,
  imageOfDisk,
  taggedSources,
  reference,
} from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { project } from './project.ts'

export const disk = kind({
  kind: 'disk',
  table: 'disk',
  selector: 'disk',
  filter: listFilter(DISK_FIELDS, {
    ...taggedSources,
    state: choice('state'),
    type: choice('disk_type'),
    size: amount('size'),
    instance: reference('instance', 'instance_id'),
    image: imageOfDisk,
    snapshot: reference('snapshot', 'snapshot_id'),
    protected: flag('deletion_protected'),
  }),
  parent: inside(project, 'project_id'),
  states: ['state', 'instance_id', 'failure'],
  view: (row) => ({
    ...identityView(row),
    projectId: row.project_id,
    size: row.size,
    blockSize: row.block_size,
    diskType: row.disk_type,
    readOnly: row.read_only === 1,
    state: (isDiskWithInstance(row.state)
      ? { state: row.state, instance: row.instance_id }
      : { state: row.state }) as z.output<typeof DiskState>,
    devicePath: `/mnt/${row.name}`,
    imageId: row.image_id,
    snapshotId: row.snapshot_id,
    deletionProtected: row.deletion_protected === 1,
    failure: row.failure == null ? null : capitalize(row.failure),
  }),
})
