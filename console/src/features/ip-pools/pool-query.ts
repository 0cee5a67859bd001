import type { CallOutput, ItemOf } from '@granary/contract/call.ts'
import { systemIpPoolView } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'

const route = getRouteApi('/authenticated/system/networking/ip-pools/$pool')

export type Pool = CallOutput<'systemIpPoolView'>
export type LinkedPool = ItemOf<'siloIpPoolList'>

/** The list shows the pools of silos; the pools of the services of the system are not for linking. */
export const LISTED_POOLS = { assignment: 'silos' } as const

/** Why a user may not change pools, their ranges and their links. */
export const ADMINS_ONLY = 'Only admins of the fleet can change IP pools'

/** Returns the pool of the page, which the route has loaded. The path may hold its name or its ID. */
export const usePool = (): Pool => {
  const { pool } = route.useParams()
  return useView(apiQuery(systemIpPoolView, { path: { pool } }))
}

/** Names what a default pool is the default for: 'IPv4 unicast'. */
export const familyOf = ({ ipVersion, poolType }: Pick<Pool, 'ipVersion' | 'poolType'>): string =>
  `IP${ipVersion} ${poolType}`

/** Returns the default pool of a silo with the family and the type of a pool. */
export const defaultLike = (
  pools: readonly LinkedPool[],
  { ipVersion, poolType }: Pick<Pool, 'ipVersion' | 'poolType'>,
): LinkedPool | undefined =>
  pools.find((one) => one.isDefault && one.ipVersion === ipVersion && one.poolType === poolType)
