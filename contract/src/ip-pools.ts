import { z } from 'zod'
import { IpVersion } from './external-ips.ts'
import { signedIn } from './needs.ts'
import { family, get } from './operation.ts'
import { identity, NameOrIdSortMode, pageOf, paginated } from './scalars.ts'

export const IpPoolType = z.enum(['unicast', 'multicast']).meta({ id: 'IpPoolType' })

/** An IP pool as a linked silo sees it. */
export const SiloIpPool = z
  .object({
    ...identity,
    ipVersion: IpVersion.meta({ description: 'Family of its addresses' }),
    poolType: IpPoolType.meta({ description: 'Whether its addresses are unicast or multicast' }),
    isDefault: z.boolean().meta({ description: 'Whether addresses come from it when no pool is named' }),
  })
  .meta({ id: 'SiloIpPool' })

/** Pools that are linked to a silo. */
export const SiloIpPoolPage = pageOf(SiloIpPool).meta({ id: 'SiloIpPoolResultsPage' })

export const ipPools = family('ip-pools', {
  ipPoolList: get('/v1/ip-pools', {
    summary: "List IP pools linked to the caller's silo",
    description: 'These are the pools that instances and floating IPs of your silo can take addresses from.',
    choices: 'IP pools',
    needs: signedIn,
    shows: ['ip-pool', 'ip-pool-resource'],
    columns: [
      'name',
      'ipVersion',
      'poolType',
      'isDefault',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: {
      ipVersion: IpVersion.optional().meta({ description: 'Only pools of this family' }),
      poolType: IpPoolType.optional().meta({ description: 'Only pools of this type' }),
      ...paginated(NameOrIdSortMode),
    },
    response: SiloIpPoolPage,
  }),
  ipPoolView: get('/v1/ip-pools/{pool}', {
    summary: 'Fetch IP pool',
    description: 'A pool that is not linked to your silo is not found.',
    needs: signedIn,
    shows: ['ip-pool', 'ip-pool-resource'],
    response: SiloIpPool,
  }),
})
