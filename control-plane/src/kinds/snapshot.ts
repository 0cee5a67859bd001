import { identityView, inside, resource } from '../kit/resource.ts'
import { project } from './project.ts'

export const snapshot = resource({
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
