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

/** Returns the pool to preselect among offered ones: the first default one, else the only one; or null. */
export function preselectedPool(offered: readonly Pool[]): string | null {
  const [first, ...more] = offered
  return first && (first.isDefault || more.length === 0) ? first.id : null
}
