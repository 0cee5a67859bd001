import type { IpRange } from '@granary/domain/ip-ranges.ts'
import type { Context } from '../../kit/context.ts'

/** The tables of held addresses whose gaps the database keeps (migration 41). */
const COLUMNS = {
  external_ip: { scope: 'ip_pool_id', address: 'ip' },
  ipv4: { scope: 'subnet_id', address: 'ipv4' },
  ipv6: { scope: 'subnet_id', address: 'ipv6' },
  multicast_group: { scope: 'ip_pool_id', address: 'multicast_ip' },
} as const
export type HeldIn = keyof typeof COLUMNS

/**
 * Returns the lowest free address of a range: its first one, or the lowest that follows a held one. Two searches in an
 * index, however full the range is.
 * @param scopeId the pool or subnet of the addresses.
 * @param range in 32 hex digits.
 */
export async function lowestFreeIn(
  context: Context,
  heldIn: HeldIn,
  scopeId: string,
  { first, last }: IpRange,
): Promise<string | null> {
  if (!(await isHeld(context, heldIn, scopeId, first))) return first <= last ? first : null
  const gap = await context.db
    .selectFrom('address_gap')
    .select('address')
    .where('scope_id', '=', scopeId)
    .where('address', '>', first)
    .where('address', '<=', last)
    .orderBy('address')
    .limit(1)
    .executeTakeFirst()
  return gap?.address ?? null
}

async function isHeld({ db }: Context, heldIn: HeldIn, scopeId: string, address: string): Promise<boolean> {
  const { scope, address: column } = COLUMNS[heldIn]
  const table = heldIn === 'ipv4' || heldIn === 'ipv6' ? 'network_interface' : heldIn
  // Every table here has these columns, but the compiler can't see that across all tables.
  const row = await db
    .selectFrom(table as 'external_ip')
    .select('id')
    .where(scope as 'ip_pool_id', '=', scopeId)
    .where(column as 'ip', '=', address)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether at least `count` addresses of a pool are free. Looks at no more gaps than that. @param ranges in 32 hex digits. */
export async function hasFree(
  context: Context,
  poolId: string,
  ranges: readonly IpRange[],
  count: number,
): Promise<boolean> {
  let left = BigInt(count)
  for (const { first, last } of ranges) {
    const starts = await context.db
      .selectFrom('address_gap')
      .select('address')
      .where('scope_id', '=', poolId)
      .where('address', '>', first)
      .where('address', '<=', last)
      .orderBy('address')
      .limit(count)
      .execute()
    if (!(await isHeld(context, 'external_ip', poolId, first))) starts.unshift({ address: first })
    for (const { address } of starts) {
      const end = await nextHeld(context, poolId, address, last)
      left -= end === null ? sizeOf(address, last) : sizeOf(address, end) - 1n
      if (left <= 0n) return true
    }
  }
  return left <= 0n
}

const sizeOf = (first: string, last: string): bigint => BigInt(`0x${last}`) - BigInt(`0x${first}`) + 1n

async function nextHeld(
  { db }: Context,
  poolId: string,
  after: string,
  last: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('external_ip')
    .select('ip')
    .where('ip_pool_id', '=', poolId)
    .where('ip', '>', after)
    .where('ip', '<=', last)
    .orderBy('ip')
    .limit(1)
    .executeTakeFirst()
  return row?.ip ?? null
}
