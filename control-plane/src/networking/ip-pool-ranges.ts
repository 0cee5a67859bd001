import { fixedRange, type IpRange, rangeEndProblem, rangeProblem } from '@granary/domain/ip-ranges.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { IpPoolRow } from '../database/schema.ts'
import { handlers } from '../kinds/handler.ts'
import { ipPoolRange, rangeView } from '../kinds/ip-pool-range.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { takePage } from '../kit/request/pagination.ts'
import { refuseOverlap } from './pool-overlap.ts'

export const ipPoolRangeHandlers = handlers({
  systemIpPoolRangeList: async (context, { query, found }) => {
    const ranges = context.db.selectFrom('ip_pool_range').selectAll().where('ip_pool_id', '=', found.row.id)
    const { rows, nextPage } = await takePage(
      ranges,
      query,
      { id: 'first_address' },
      (row) => row.first_address,
    )
    return { items: rows.map(rangeView), nextPage }
  },

  systemIpPoolRangeAdd: async (context, { body, found: { row } }) => {
    refuseWrong(body, row)
    await refuseOverlap(context, fixedRange(body), `IP range ${body.first}-${body.last}`, 'first')
    return rangeView(await ipPoolRange.add(context, row.id, body))
  },

  systemIpPoolRangeRemove: async (context, { body, found }) => {
    refuseWrong(body, found.row)
    const { first, last } = fixedRange(body)
    const range = await context.db
      .selectFrom('ip_pool_range')
      .selectAll()
      .where('ip_pool_id', '=', found.row.id)
      .where('first_address', '=', first)
      .where('last_address', '=', last)
      .executeTakeFirst()
    if (!range) throw invalidRequest(`The provided range ${body.first}-${body.last} does not exist`)
    const used = await context.db
      .selectFrom('external_ip')
      .select('ip')
      .where('ip_pool_id', '=', found.row.id)
      .where('ip', '>=', first)
      .where('ip', '<=', last)
      .limit(1)
      .executeTakeFirst()
    const held = used?.ip ?? (await groupAddressIn(context, { first, last }))
    if (held)
      throw invalidRequest(
        `IP pool ranges cannot be removed while they contain allocated addresses, such as ${fromFixedWidth(held)}`,
      )
    await ipPoolRange.remove(context, range)
  },
})

/** Returns an address of the range that a multicast group has. Ends are 32 hex digits. */
async function groupAddressIn({ db }: Context, { first, last }: IpRange): Promise<string | undefined> {
  const group = await db
    .selectFrom('multicast_group')
    .select('multicast_ip')
    .where('multicast_ip', '>=', first)
    .where('multicast_ip', '<=', last)
    .limit(1)
    .executeTakeFirst()
  return group?.multicast_ip
}

/** @throws ApiError 400 for a range that the pool can't have. */
function refuseWrong(range: IpRange, { ip_version: ipVersion, pool_type: poolType }: IpPoolRow): void {
  const problem = rangeProblem(range, { ipVersion, poolType })
  if (!problem) return
  const path = rangeEndProblem(range.first, ipVersion) ? 'first' : 'last'
  throw invalidRequest(problem).at(path, 'not_allowed')
}
