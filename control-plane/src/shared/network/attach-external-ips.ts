import { atField } from '../../kit/base/at-field.ts'
import type { ExternalIpCreate, PoolSelector } from '@granary/contract/external-ips.ts'
import { externalIpCountProblem, externalIpFamilyProblem } from '@granary/domain/instance-networking.ts'
import type { z } from 'zod'
import type { ExternalIpRow, NetworkInterfaceRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context/context.ts'
import { actorOf, now } from '../../kit/context/context.ts'
import { invalidRequest, notFoundPhrase } from '../../kit/base/errors.ts'
import type { Found } from '../../kit/resources/lookup.ts'
import { allocateAddress, allocateSharedAddress, type Allocated } from './allocate.ts'
import { externalIp } from '../../kinds/external-ip.ts'
import { findFloatingIp, floatingIp } from '../../kinds/floating-ip.ts'
import { defaultPools, findLinkedPool } from '../../kinds/ip-pool.ts'
import { isUuid } from '@granary/domain/names.ts'
import { NO_TAGS } from '@granary/domain/tags.ts'

type Wanted = z.output<typeof ExternalIpCreate>
type Selector = z.output<typeof PoolSelector>
type Family = 'v4' | 'v6'

/**
 * Attaches external addresses to a new instance: the shared address for outgoing traffic (if its primary interface has
 * IPv4), then the requested ones.
 * @param families the address families of its primary interface.
 * @throws ApiError 400 for too many, for two ephemeral ones of a family, or without an interface of the family; 404
 * without a pool; 507 when the pool is used up.
 */
export async function attachExternalIps(
  context: Context,
  found: Found<'instance'>,
  families: Set<Family>,
  wanted: Wanted[],
): Promise<void> {
  const tooMany = externalIpCountProblem(wanted.length)
  if (tooMany) throw invalidRequest(tooMany)
  const ephemeral = wanted.filter((one) => one.type === 'ephemeral')
  if (ephemeral.length > 2)
    throw invalidRequest('an instance may not have more than 2 ephemeral IP addresses')
  if (ephemeral.length === 2 && ephemeral.some(({ poolSelector }) => !saysFamily(poolSelector)))
    throw invalidRequest('of two ephemeral IP addresses each must specify ip_version or a pool')
  if (families.has('v4')) await attachShared(context, found)
  const taken = new Set<Family>()
  for (const one of ephemeral)
    await atField(`[${wanted.indexOf(one)}].pool_selector`, async () => {
      const pool = await choosePool(context, one.poolSelector)
      if (taken.has(pool.ip_version))
        throw invalidRequest(`an instance may have one ephemeral IP${pool.ip_version} address only`)
      taken.add(pool.ip_version)
      requireFamily(families, pool.ip_version)
      const address = await allocateAddress(context, pool.id, actorOf(context).siloId)
      await insertAddress(context, found, 'ephemeral', address)
    })
  for (const [index, one] of wanted.entries())
    if (one.type === 'floating')
      await atField(`[${index}].floating_ip`, () => attachFloating(context, found, families, one.floatingIp))
}

const saysFamily = (selector: Selector): boolean =>
  selector.type === 'explicit' || Boolean(selector.ipVersion)

/** Attaches a floating address to an instance of the same project. Idempotent. */
export async function attachFloating(
  context: Context,
  found: Found<'instance'>,
  families: Set<Family>,
  nameOrId: string,
): Promise<ExternalIpRow> {
  const inProject = isUuid(nameOrId) ? {} : { project: found.row.project_id }
  const { row, scope } = await findFloatingIp(
    context,
    { floatingIp: nameOrId, ...inProject },
    'modify_contents',
  )
  if (row.project_id !== found.row.project_id)
    throw invalidRequest('floating IP must be in the same project as the instance')
  if (row.instance_id === found.row.id) return row
  if (row.instance_id)
    throw invalidRequest(
      `floating IP "${row.name}" cannot be attached to one instance while still attached to another`,
    )
  requireFamily(families, isIpv6(row.ip) ? 'v6' : 'v4')
  return floatingIp.update(context, { row, scope }, { instance_id: found.row.id })
}

/** IPv4 addresses are stored in the IPv4-mapped part of the 128 bits. */
export const isIpv6 = (fixed: string): boolean => !fixed.startsWith('00000000000000000000ffff')

/** @throws ApiError 400 when the primary interface has no address of the family. */
export function requireFamily(families: Set<Family>, family: Family): void {
  const problem = externalIpFamilyProblem(families, family)
  if (problem) throw invalidRequest(problem)
}

/** The address families of an instance's primary interface. */
export async function primaryFamilies(context: Context, instanceId: string): Promise<Set<Family>> {
  const row = await context.db
    .selectFrom('network_interface')
    .select(['ipv4', 'ipv6'])
    .where('instance_id', '=', instanceId)
    .where('is_primary', '=', 1)
    .executeTakeFirst()
  return familiesOf(row)
}

/** The address families of an interface; none without one. */
export const familiesOf = (row: Pick<NetworkInterfaceRow, 'ipv4' | 'ipv6'> | undefined): Set<Family> =>
  new Set([...(row?.ipv4 ? (['v4'] as const) : []), ...(row?.ipv6 ? (['v6'] as const) : [])])

/** Resolves a pool selector. @throws ApiError 400 when the selector is ambiguous, 404 when the pool does not exist. */
export async function choosePool(context: Context, selector: Selector) {
  if (selector.type === 'explicit') {
    const pool = await findLinkedPool(context, selector.pool)
    if (pool.pool_type !== 'unicast') throw invalidRequest(`IP pool "${pool.name}" is not a unicast pool`)
    return pool
  }
  const { ipVersion } = selector
  const pools = (await defaultPools(context, actorOf(context).siloId)).filter(
    (pool) => !ipVersion || pool.ip_version === ipVersion,
  )
  if (pools.length > 1)
    throw invalidRequest('multiple default unicast pools exist: specify ip_version or a pool')
  const [pool] = pools
  if (!pool)
    throw notFoundPhrase(`default unicast ${ipVersion ? `IP${ipVersion}` : 'IP'} pool for current silo`)
  return pool
}

/** Attaches a share of an address for outgoing traffic to an instance. @throws ApiError 404 without a pool. */
export async function attachShared(context: Context, found: Found<'instance'>): Promise<ExternalIpRow> {
  const { siloId } = found.scope
  const pool = (await defaultPools(context, siloId)).find((one) => one.ip_version === 'v4')
  if (!pool) throw notFoundPhrase('default unicast IPv4 pool for current silo')
  return insertAddress(context, found, 'snat', await allocateSharedAddress(context, pool.id))
}

/** Inserts an address without a name of its own. */
export async function insertAddress(
  context: Context,
  found: Found<'instance'>,
  kind: 'snat' | 'ephemeral',
  address: Allocated,
): Promise<ExternalIpRow> {
  const time = now(context)
  const row: ExternalIpRow = {
    id: crypto.randomUUID(),
    kind,
    ...address,
    project_id: found.row.project_id,
    instance_id: found.row.id,
    name: null,
    description: null,
    tags: NO_TAGS,
    time_created: time,
    time_modified: time,
  }
  return externalIp.create(context, found.scope, row)
}
