import { stableUuid } from '@granary/compute/stable.ts'
import { networkBounds, normalizeNetwork, prefixLength } from '@granary/domain/ip.ts'
import { MAX_PREFIX_LENGTH, memberSubnetProblem, prefixLengthProblem } from '@granary/domain/subnet-pools.ts'
import type { SubnetPoolRow } from '../database/schema.ts'
import { subnetPool } from '../kinds/subnet-pool.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

/** Plans subnet pools with their members and linked silos. */
export function planSubnetPools(plan: Plan, dataset: Dataset): void {
  for (const { path, value } of dataset.subnet_pools) {
    const row = plan.of(subnetPool).add({ path, scope: fleet }, value, () => ({
      ip_version: value.ip_version,
    }))
    for (const [index, member] of value.members.entries())
      planMember(plan, `${path}.members[${index}]`, row, member)
    for (const [index, link] of value.silos.entries()) planLink(plan, `${path}.silos[${index}]`, row, link)
  }
}

type Value = Entry<'subnet_pools'>['value']

function planMember(plan: Plan, path: string, pool: SubnetPoolRow, value: Value['members'][number]): void {
  const lengths = { min: value.min_prefix_length ?? null, max: value.max_prefix_length ?? null }
  const problem = memberSubnetProblem(value.subnet, pool.ip_version)
  if (problem) fail(`${path}.subnet`, problem)
  for (const which of ['min', 'max'] as const) {
    const wrong = prefixLengthProblem(which, lengths, value.subnet, pool.ip_version)
    if (wrong) fail(`${path}.${which}_prefix_length`, wrong)
  }
  const subnet = normalizeNetwork(value.subnet)
  const { first, last } = networkBounds(subnet)
  const taken = [...plan.rows.ip_pool_range, ...plan.rows.subnet_pool_member]
  if (taken.some((other) => other.first_address <= last && first <= other.last_address))
    fail(`${path}.subnet`, 'overlaps with a range of an IP pool, or with another member of a subnet pool')
  plan.rows.subnet_pool_member.push({
    id: stableUuid(`${pool.id}/member/${subnet}`),
    subnet_pool_id: pool.id,
    subnet,
    first_address: first,
    last_address: last,
    min_prefix_length: lengths.min ?? prefixLength(subnet),
    max_prefix_length: lengths.max ?? MAX_PREFIX_LENGTH[pool.ip_version],
    time_created: pool.time_created,
  })
}

function planLink(plan: Plan, path: string, pool: SubnetPoolRow, link: Value['silos'][number]): void {
  const { id } = plan.silo(path, link)
  plan.once(`${path}.silo`, link.silo, `${pool.id} ${id}`)
  if (link.is_default)
    plan.once(`${path}.is_default`, `default IP${pool.ip_version} subnet pool`, `${pool.ip_version} ${id}`)
  plan.rows.subnet_pool_silo.push({
    subnet_pool_id: pool.id,
    silo_id: id,
    is_default: link.is_default ? 1 : 0,
  })
}
