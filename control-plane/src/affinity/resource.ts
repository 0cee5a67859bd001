import { identityView, inside, resource } from '../kit/resource.ts'
import { project } from '../projects/resource.ts'

export const antiAffinityGroup = resource({
  kind: 'anti-affinity-group',
  table: 'anti_affinity_group',
  selector: 'antiAffinityGroup',
  parent: inside(project, 'project_id'),
  view: (row) => ({
    ...identityView(row),
    projectId: row.project_id,
    policy: row.policy,
    failureDomain: row.failure_domain,
  }),
})
