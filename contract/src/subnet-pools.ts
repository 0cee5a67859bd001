import { z } from 'zod'
import { extra } from './extension.ts'
import { IpVersion } from './external-ips.ts'
import { signedIn } from './needs.ts'
import { family, get } from './operation.ts'
import { identity, NameOrIdSortMode, pageOf, paginated } from './scalars.ts'

/** A subnet pool as a linked silo sees it. */
export const SiloSubnetPool = z
  .object({
    ...identity,
    ipVersion: IpVersion.meta({ description: 'Family of its subnets' }),
    isDefault: z.boolean().meta({ description: 'Whether subnets come from it when no pool is named' }),
    prefixLengths: extra(
      z
        .array(
          z
            .object({
              min: z.int().meta({ description: 'Prefix length of the largest subnets' }),
              max: z.int().meta({ description: 'Prefix length of the smallest subnets' }),
            })
            .meta({ id: 'PrefixLengthRange' }),
        )
        .meta({ description: 'Prefix lengths that its members allow, each range once' }),
    ),
    largestFree: extra(
      z.int().nullable().meta({
        description: 'Prefix length of the largest subnet that is free and allowed; null if none is',
      }),
    ),
  })
  .meta({ id: 'SiloSubnetPool' })

/** Subnet pools that are linked to a silo. */
export const SiloSubnetPoolPage = pageOf(SiloSubnetPool).meta({ id: 'SiloSubnetPoolResultsPage' })

/** Default columns of a list of subnet pools of a silo. */
export const siloSubnetPoolColumns = [
  'name',
  'ipVersion',
  'isDefault',
  'timeCreated',
  'id',
  'timeModified',
  'description',
] as const

export const subnetPools = family('subnet-pools', {
  subnetPoolList: get('/v1/subnet-pools', {
    summary: "List subnet pools linked to the caller's silo",
    description: 'These are the pools that external subnets of your silo can be taken from.',
    choices: 'subnet pools',
    needs: signedIn,
    shows: ['subnet-pool', 'subnet-pool-resource', 'subnet-pool-member', 'external-subnet'],
    columns: siloSubnetPoolColumns,
    query: paginated(NameOrIdSortMode),
    response: SiloSubnetPoolPage,
  }),
  subnetPoolView: get('/v1/subnet-pools/{pool}', {
    summary: 'Fetch subnet pool',
    description: 'A pool that is not linked to your silo is not found.',
    needs: signedIn,
    shows: ['subnet-pool', 'subnet-pool-resource', 'subnet-pool-member', 'external-subnet'],
    response: SiloSubnetPool,
  }),
})
