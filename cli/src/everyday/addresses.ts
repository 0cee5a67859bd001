import { itemsOf } from '../pages.ts'
import type { Target, World } from '../target.ts'

type Pool = { is_default: boolean; ip_version: 'v4' | 'v6'; pool_type: 'unicast' | 'multicast' }

/** Pools that are looked at: a silo has few. */
const MAX_POOLS = 1_000

/**
 * Returns the pool of an address, as requests state it.
 * @param wanted name or ID of a pool; `ephemeral` or `auto` for the default one, of IPv4 where there is one of each family.
 */
export async function addressOf({ interrupted }: World, target: Target, wanted: string): Promise<object> {
  if (wanted !== 'ephemeral' && wanted !== 'auto') return { type: 'explicit', pool: wanted }
  const versions: string[] = []
  const pools = itemsOf<Pool>(target, { method: 'GET', path: '/v1/ip-pools' }, MAX_POOLS, interrupted)
  for await (const { is_default, ip_version, pool_type } of pools)
    if (is_default && pool_type === 'unicast') versions.push(ip_version)
  return { type: 'auto', ip_version: versions.length > 1 ? 'v4' : null }
}
