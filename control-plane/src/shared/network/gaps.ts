import type { IpRange } from '@granary/domain/ip-ranges.ts'
import { nextAddress } from '@granary/domain/ip.ts'
import type { Context } from '../../kit/context/context.ts'

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
 * index for each probe in the way, however full the range is.
 * @param scopeId the pool or subnet of the addresses.
 * @param range in 32 hex digits.
 */
export async function lowestFreeIn(
  context: Context,
  heldIn: HeldIn,
  scopeId: string,
  { first, last }: IpRange,
): Promise<string | null> {
  let from = first
  while (from <= last) {
    const isTaken = await isInTable(context, heldIn, scopeId, from)
    const free = isTaken ? await nextGap(context, heldIn, scopeId, { first: from, last }) : undefined
    if (isTaken && !free) return null
    const address = free?.address ?? from
    const hasProbe = free ? free.probe !== null : await isOfProbe(context, heldIn, scopeId, address)
    if (!hasProbe) return address
    from = nextAddress(address)
  }
  return null
}

/** Returns the lowest gap after the first address of a range, with the probe that has its address. */
const nextGap = ({ db }: Context, heldIn: HeldIn, scopeId: string, { first, last }: IpRange) =>
  db
    .selectFrom('address_gap')
    .leftJoin('probe', (join) =>
      join
        .onRef('probe.subnet_id', '=', 'address_gap.scope_id')
        .onRef(heldIn === 'ipv6' ? 'probe.ipv6' : 'probe.ipv4', '=', 'address_gap.address'),
    )
    .select(['address_gap.address', 'probe.id as probe'])
    .where('scope_id', '=', scopeId)
    .where('address', '>', first)
    .where('address', '<=', last)
    .orderBy('address')
    .limit(1)
    .executeTakeFirst()

/** Whether an address is in use. */
export const isHeld = async (
  context: Context,
  heldIn: HeldIn,
  scopeId: string,
  address: string,
): Promise<boolean> =>
  (await isInTable(context, heldIn, scopeId, address)) || isOfProbe(context, heldIn, scopeId, address)

async function isInTable(
  { db }: Context,
  heldIn: HeldIn,
  scopeId: string,
  address: string,
): Promise<boolean> {
  const { scope, address: column } = COLUMNS[heldIn]
  const table = heldIn === 'ipv4' || heldIn === 'ipv6' ? 'network_interface' : heldIn
  const row = await db
    .selectFrom(table)
    .select('id')
    .where(scope, '=', scopeId)
    .where(column, '=', address)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a probe has an address of a subnet. A project has few probes (`LIMITS`), so no gap begins after theirs. */
async function isOfProbe(
  { db }: Context,
  heldIn: HeldIn,
  scopeId: string,
  address: string,
): Promise<boolean> {
  if (heldIn !== 'ipv4' && heldIn !== 'ipv6') return false
  const row = await db
    .selectFrom('probe')
    .select('id')
    .where('subnet_id', '=', scopeId)
    .where(heldIn, '=', address)
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
    if (!(await isInTable(context, 'external_ip', poolId, first))) starts.unshift({ address: first })
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
