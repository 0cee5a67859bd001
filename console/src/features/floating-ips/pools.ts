import type { ItemOf } from '@granary/contract/call.ts'

type Pool = Pick<ItemOf<'ipPoolList'>, 'id' | 'name' | 'ipVersion' | 'poolType' | 'isDefault'>

/** Returns the pools that floating IPs can come from: default ones first, then v4 before v6, then by name. */
export const offeredPools = <P extends Pool>(pools: readonly P[]): P[] =>
  pools
    .filter(({ poolType }) => poolType === 'unicast')
    .toSorted(
      (a, b) =>
        Number(b.isDefault) - Number(a.isDefault) ||
        a.ipVersion.localeCompare(b.ipVersion) ||
        a.name.localeCompare(b.name),
    )

/** Returns the only default pool, to preselect it; null if there are several, or none. */
export function onlyDefault(pools: readonly Pool[]): string | null {
  const defaults = pools.filter(({ isDefault }) => isDefault)
  return defaults.length === 1 ? defaults[0]!.id : null
}
