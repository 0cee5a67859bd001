import type { IpRange } from '@granary/domain/ip-ranges.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'

/**
 * Refuses addresses that a range of an IP pool or a member of a subnet pool has already.
 * @param addresses both ends in 32 hex digits.
 * @param said the refused addresses in the message, with their kind.
 * @param path field of the request that has them.
 * @throws ApiError 400.
 */
export async function refuseOverlap(
  { db }: Context,
  addresses: IpRange,
  said: string,
  path: string,
): Promise<void> {
  const range = await db
    .selectFrom('ip_pool_range')
    .innerJoin('ip_pool', 'ip_pool.id', 'ip_pool_range.ip_pool_id')
    .select(['ip_pool.name', 'first_address', 'last_address'])
    .where('first_address', '<=', addresses.last)
    .where('last_address', '>=', addresses.first)
    .orderBy('first_address')
    .limit(1)
    .executeTakeFirst()
  if (range) {
    const [first, last] = [fromFixedWidth(range.first_address), fromFixedWidth(range.last_address)]
    throw overlap(said, 'IP pool range', `${first}-${last}`, range.name).at(
      path,
      'not_allowed',
      `Overlaps with ${first}–${last} of the IP pool ${range.name}`,
    )
  }
  const member = await db
    .selectFrom('subnet_pool_member')
    .innerJoin('subnet_pool', 'subnet_pool.id', 'subnet_pool_member.subnet_pool_id')
    .select(['subnet_pool.name', 'subnet'])
    .where('first_address', '<=', addresses.last)
    .where('last_address', '>=', addresses.first)
    .orderBy('first_address')
    .limit(1)
    .executeTakeFirst()
  if (member)
    throw overlap(said, 'subnet pool member', member.subnet, member.name).at(
      path,
      'not_allowed',
      `Overlaps with ${member.subnet} of the subnet pool ${member.name}`,
    )
}

const overlap = (said: string, kind: string, other: string, pool: string) =>
  invalidRequest(`The provided ${said} overlaps with an existing ${kind}: ${other} of the pool "${pool}"`)
