import type { DiskState } from '@granary/contract/schemas/disks.ts'
import { isDiskWithInstance } from '@granary/domain/disk-states.ts'
import type { z } from 'zod'
import { kind } from '../kit/kind.ts'
import { identityView, inside } from '../kit/resource.ts'
import { project } from './project.ts'

export const disk = kind({
  kind: 'disk',
  table: 'disk',
  selector: 'disk',
  parent: inside(project, 'project_id'),
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
  }),
})
