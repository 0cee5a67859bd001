import { z } from 'zod'
import { IpVersion } from './external-ips.ts'
import { family, get } from './operation.ts'
import { identity, NameOrIdSortMode, pageOf, paginated } from './scalars.ts'

export const IpPoolType = z.enum(['unicast', 'multicast']).meta({ id: 'IpPoolType' })

/** An IP pool as a silo that is linked to it sees it. */
export const SiloIpPool = z
  .object({ ...identity, ipVersion: IpVersion, poolType: IpPoolType, isDefault: z.boolean() })
  .meta({ id: 'SiloIpPool' })

/** Pools that are linked to a silo. */
export const SiloIpPoolPage = pageOf(SiloIpPool).meta({ id: 'SiloIpPoolResultsPage' })

export const ipPools = family('ip-pools', {
  ipPoolList: get('/v1/ip-pools', {
    summary: "List IP pools linked to the caller's silo",
    query: {
      ipVersion: IpVersion.optional(),
      poolType: IpPoolType.optional(),
      ...paginated(NameOrIdSortMode),
    },
    response: SiloIpPoolPage,
  }),
  ipPoolView: get('/v1/ip-pools/{pool}', { summary: 'Fetch IP pool', response: SiloIpPool }),
})
