import { fixedWidth, ipVersion } from '@granary/domain/ip.ts'
import { stableUuid } from '@granary/compute/stable.ts'
import type { IpPoolRow } from '../database/schema.ts'
import { ipPool } from '../kinds/ip-pool.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { AddressPool } from './addresses.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

/** Plans IP pools with their ranges and linked silos. */
export function planPools(plan: Plan, dataset: Dataset): void {
  for (const entry of dataset.ip_pools) planPool(plan, entry)
}

function planPool(plan: Plan, { path, value }: Entry<'ip_pools'>): void {
  const { ip_version, pool_type } = value
  const row = plan.of(ipPool).add({ path, scope: fleet }, value, () => ({
    ip_version,
    pool_type,
    assignment: 'silos',
  }))
  const ranges = value.ranges.map(({ first, last }, index) => {
    const at = `${path}.ranges[${index}]`
    if (ipVersion(first) !== ip_version || ipVersion(last) !== ip_version)
      fail(at, `must be IP${ip_version} addresses`)
    const range = { first: fixedWidth(first), last: fixedWidth(last) }
    if (range.first > range.last) fail(at, 'first must not come after last')
    const other = plan.rows.ip_pool_range.find(
      (one) => one.first_address <= range.last && range.first <= one.last_address,
    )
    if (other) fail(at, 'overlaps with another range')
    plan.rows.ip_pool_range.push({
      id: stableUuid(`${row.id}/range/${first}`),
      ip_pool_id: row.id,
      first_address: range.first,
      last_address: range.last,
      time_created: row.time_created,
    })
    return range
  })
  plan.pools.set(row.id, new AddressPool(row, ranges))
  for (const [index, link] of value.silos.entries()) planLink(plan, `${path}.silos[${index}]`, row, link)
}

type Link = Entry<'ip_pools'>['value']['silos'][number]

function planLink(plan: Plan, path: string, pool: IpPoolRow, link: Link): void {
  const { is_default } = link
  const { id, name } = plan.silo(path, link)
  if (is_default && defaultPool(plan, id, pool.ip_version, pool.pool_type))
    fail(
      `${path}.is_default`,
      `silo "${name}" has another default ${pool.pool_type} pool of IP${pool.ip_version}`,
    )
  plan.once(`${path}.silo`, name, `${pool.id} ${id}`)
  plan.rows.ip_pool_silo.push({ ip_pool_id: pool.id, silo_id: id, is_default: is_default ? 1 : 0 })
}

/** Returns the default pool of a silo for a family. */
export function defaultPool(
  plan: Plan,
  siloId: string,
  version: 'v4' | 'v6',
  type = 'unicast',
): IpPoolRow | undefined {
  const ids = plan.rows.ip_pool_silo
    .filter((link) => link.silo_id === siloId && link.is_default === 1)
    .map((link) => link.ip_pool_id)
  return plan
    .of(ipPool)
    .in('')
    .find((row) => ids.includes(row.id) && row.ip_version === version && row.pool_type === type)
}
