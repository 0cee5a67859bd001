import { EXTERNAL_SUBNET_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { taggedSources, network, reference } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { project } from './project.ts'

/** A network that reaches an instance from outside, from a subnet pool. */
export const externalSubnet = kind({
  kind: 'external-subnet',
  table: 'external_subnet',
  selector: 'externalSubnet',
  filter: listFilter(EXTERNAL_SUBNET_FIELDS, {
    ...taggedSources,
    address: network,
    instance: reference('instance', 'instance_id'),
    pool: reference('subnet_pool', 'subnet_pool_id'),
  }),
  parent: inside(project, 'project_id'),
  states: ['instance_id'],
  view: (row) => ({
    ...identityView(row),
    projectId: row.project_id,
    subnet: row.subnet,
    subnetPoolId: row.subnet_pool_id,
    subnetPoolMemberId: row.subnet_pool_member_id,
    instanceId: row.instance_id,
  }),
})
