import { identityView, inside, resource } from '../kit/resource.ts'
import { project } from '../projects/resource.ts'
import { silo } from '../silos/resource.ts'
import type { ImageRow } from '../database/schema.ts'

const view = (row: ImageRow) => ({
  ...identityView(row),
  projectId: row.project_id,
  os: row.os,
  version: row.version,
  size: row.size,
  blockSize: row.block_size,
  state: row.state,
  digest: row.digest ? { type: 'sha256' as const, value: row.digest } : null,
})

/** An image that only its project sees. */
export const projectImage = resource({
  kind: 'project-image',
  table: 'image',
  selector: 'image',
  parent: inside(project, 'project_id'),
  view,
})

/** An image that every project of the silo sees. */
export const siloImage = resource({
  kind: 'silo-image',
  table: 'image',
  selector: 'image',
  parent: inside(silo, 'silo_id'),
  without: 'project_id',
  view,
})

/** Which of the two an image is now; promotion and demotion change it. */
export const kindOf = (row: Pick<ImageRow, 'project_id'>) => (row.project_id ? projectImage : siloImage)
