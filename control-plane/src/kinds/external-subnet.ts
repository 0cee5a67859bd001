import { kind } from '../kit/kind.ts'
import { identityView, inside } from '../kit/resource.ts'
import { project } from './project.ts'

/** A network that reaches an instance from outside, from a subnet pool. */
export const externalSubnet = kind({
  kind: 'external-subnet',
  table: 'external_subnet',
  selector: 'externalSubnet',
  parent: inside(project, 'project_id'),
  view: (row) => ({
    ...identityView(row),
    projectId: row.project_id,
    subnet: row.subnet,
    subnetPoolId: row.subnet_pool_id,
    subnetPoolMemberId: row.subnet_pool_member_id,
    instanceId: row.instance_id,
  }),
})
