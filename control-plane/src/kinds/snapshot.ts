import { kind } from '../kit/kind.ts'
import { identityView, inside } from '../kit/resource.ts'
import { project } from './project.ts'

export const snapshot = kind({
  kind: 'snapshot',
  table: 'snapshot',
  selector: 'snapshot',
  parent: inside(project, 'project_id'),
  view: (row) => ({
    ...identityView(row),
    projectId: row.project_id,
    diskId: row.disk_id,
    size: row.size,
    state: row.state,
  }),
})
