import { rangeProblem } from '@granary/domain/ip-ranges.ts'
import { fromFixedWidth, networkBounds, normalizeNetwork, prefixLength } from '@granary/domain/ip.ts'
import { MAX_PREFIX_LENGTH, memberSubnetProblem, prefixLengthProblem } from '@granary/domain/subnet-pools.ts'
import type { SubnetPoolRow } from '../database/schema.ts'
import { handlers } from '../kinds/handler.ts'
import { memberView, subnetPoolMember } from '../kinds/subnet-pool-member.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { takePage } from '../kit/request/pagination.ts'
import { refuseOverlap } from './pool-overlap.ts'

export const subnetPoolMemberHandlers = handlers({
  systemSubnetPoolMemberList: async (context, { query, found }) => {
    const members = context.db
      .selectFrom('subnet_pool_member')
      .selectAll()
      .where('subnet_pool_id', '=', found.row.id)
    const { rows, nextPage } = await takePage(
      members,
      query,
      { id: 'first_address' },
      (row) => row.first_address,
    )
    return { items: rows.map(memberView), nextPage }
  },

  systemSubnetPoolMemberAdd: async (context, { body, found: { row: pool } }) => {
    refuseNetwork(body.subnet, pool)
    const lengths = { min: body.minPrefixLength ?? null, max: body.maxPrefixLength ?? null }
    for (const which of ['min', 'max'] as const) {
      const problem = prefixLengthProblem(which, lengths, body.subnet, pool.ip_version)
      if (problem) throw invalidRequest(problem).at(`${which}_prefix_length`, 'out_of_range')
    }
    const subnet = normalizeNetwork(body.subnet)
    const { first, last } = networkBounds(subnet)
    await refuseOverlap(context, { first, last }, `subnet ${subnet}`, 'subnet')
    const row = await subnetPoolMember.add(context, {
      subnet_pool_id: pool.id,
      subnet,
      first_address: first,
      last_address: last,
      min_prefix_length: lengths.min ?? prefixLength(subnet),
      max_prefix_length: lengths.max ?? MAX_PREFIX_LENGTH[pool.ip_version],
    })
    return memberView(row)
  },

  systemSubnetPoolMemberRemove: async (context, { body, found: { row: pool } }) => {
    refuseNetwork(body.subnet, pool)
    const subnet = normalizeNetwork(body.subnet)
    const member = await context.db
      .selectFrom('subnet_pool_member')
      .selectAll()
      .where('subnet_pool_id', '=', pool.id)
      .where('subnet', '=', subnet)
      .executeTakeFirst()
    if (!member) throw invalidRequest(`The provided subnet ${subnet} does not exist in the pool`)
    const used = await context.db
      .selectFrom('external_subnet')
      .select('subnet')
      .where('subnet_pool_member_id', '=', member.id)
      .limit(1)
      .executeTakeFirst()
    if (used)
      throw invalidRequest(
        `Subnet pool members cannot be removed while external subnets are taken from them, such as ${used.subnet}`,
      )
    await subnetPoolMember.remove(context, member)
  },
})

/** @throws ApiError 400 for a network that the pool can't have. */
function refuseNetwork(subnet: string, { ip_version: ipVersion }: SubnetPoolRow): void {
  const problem = memberSubnetProblem(subnet, ipVersion) ?? multicastProblem(subnet, ipVersion)
  if (problem) throw invalidRequest(problem).at('subnet', 'not_allowed')
}

function multicastProblem(subnet: string, ipVersion: SubnetPoolRow['ip_version']): string | null {
  const { first, last } = networkBounds(subnet)
  const range = { first: fromFixedWidth(first), last: fromFixedWidth(last) }
  return rangeProblem(range, { ipVersion, poolType: 'unicast' })
}
