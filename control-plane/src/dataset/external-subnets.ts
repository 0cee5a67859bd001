import { networkBounds, normalizeNetwork, prefixLength } from '@granary/domain/ip.ts'
import { explicitSubnetProblem } from '@granary/domain/subnet-pools.ts'
import { externalSubnet } from '../kinds/external-subnet.ts'
import { instance } from '../kinds/instance.ts'
import type { ProjectScope } from '../kit/resources/authorization.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

/** Plans the external subnets of projects. */
export function planExternalSubnets(plan: Plan, dataset: Dataset): void {
  for (const { path, value } of dataset.external_subnets) {
    const scope = plan.project(path, value)
    plan.of(externalSubnet).add({ path, scope }, value, () => ({
      ...take(plan, `${path}.subnet`, scope, value),
      project_id: scope.projectId,
      instance_id:
        value.instance == null
          ? null
          : plan.of(instance).need(`${path}.instance`, scope.projectId, value.instance).id,
    }))
  }
}

/** Takes a subnet from the pool of the silo that has it. */
function take(
  plan: Plan,
  path: string,
  { siloId }: ProjectScope,
  { subnet: text }: Entry<'external_subnets'>['value'],
) {
  const problem = explicitSubnetProblem(text)
  if (problem) fail(path, problem)
  const subnet = normalizeNetwork(text)
  const { first, last } = networkBounds(subnet)
  const linked = plan.rows.subnet_pool_silo
    .filter(({ silo_id }) => silo_id === siloId)
    .map(({ subnet_pool_id }) => subnet_pool_id)
  const member = plan.rows.subnet_pool_member.find(
    ({ subnet_pool_id, first_address, last_address }) =>
      linked.includes(subnet_pool_id) && first_address <= first && last <= last_address,
  )
  if (!member) return fail(path, `${subnet} is in no subnet pool that is linked to the silo`)
  const length = prefixLength(subnet)
  if (length < member.min_prefix_length || length > member.max_prefix_length)
    fail(
      path,
      `external subnets of ${member.subnet} must have a prefix length from ${member.min_prefix_length} to ${member.max_prefix_length}`,
    )
  if (plan.rows.external_subnet.some((one) => one.first_address <= last && first <= one.last_address))
    fail(path, 'overlaps with another external subnet')
  return {
    subnet_pool_id: member.subnet_pool_id,
    subnet_pool_member_id: member.id,
    subnet,
    first_address: first,
    last_address: last,
  }
}
