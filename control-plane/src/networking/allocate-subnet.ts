import { present } from '../kit/base/present.ts'
import type { ExternalSubnetAllocator } from '@granary/contract/external-subnets.ts'
import type { PoolSelector } from '@granary/contract/external-ips.ts'
import {
  addressAt,
  type IpVersion,
  ipVersion,
  networkBounds,
  normalizeNetwork,
  prefixLength,
  valueOfFixed,
} from '@granary/domain/ip.ts'
import { explicitSubnetProblem, lowestFreeSubnet, MAX_PREFIX_LENGTH } from '@granary/domain/subnet-pools.ts'
import type { z } from 'zod'
import type { Database } from '../database/schema.ts'
import { defaultSubnetPools, findLinkedSubnetPool } from '../kinds/subnet-pool.ts'
import { atField } from '../kit/base/at-field.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { insufficientCapacity, invalidRequest, notFoundPhrase } from '../kit/base/errors.ts'
import { enforceLimit } from '../kit/base/limit.ts'

type Member = Database['subnet_pool_member']
type Auto = Extract<z.output<typeof ExternalSubnetAllocator>, { type: 'auto' }>

/**
 * Takes a subnet from a pool of the caller's silo: the given one, or the lowest free one.
 * @returns the columns of the new external subnet.
 * @throws ApiError 400 for a subnet that no member allows or that is in use, 404 without a pool, 507 if none is free.
 */
export async function allocateSubnet(context: Context, allocator: z.output<typeof ExternalSubnetAllocator>) {
  const { member, subnet } =
    allocator.type === 'explicit'
      ? await atField('subnet', () => explicitly(context, allocator.subnet))
      : await automatically(context, allocator)
  await enforceSiloLimit(context, member.subnet_pool_id)
  const { first, last } = networkBounds(subnet)
  return {
    subnet_pool_id: member.subnet_pool_id,
    subnet_pool_member_id: member.id,
    subnet,
    first_address: first,
    last_address: last,
  }
}

async function explicitly(context: Context, text: string) {
  const { db } = context
  const problem = explicitSubnetProblem(text)
  if (problem) throw invalidRequest(problem)
  const subnet = normalizeNetwork(text)
  const { first, last } = networkBounds(subnet)
  const length = prefixLength(subnet)
  const member = await db
    .selectFrom('subnet_pool_member')
    .innerJoin('subnet_pool_silo', 'subnet_pool_silo.subnet_pool_id', 'subnet_pool_member.subnet_pool_id')
    .selectAll('subnet_pool_member')
    .where('subnet_pool_silo.silo_id', '=', actorOf(context).siloId)
    .where('first_address', '<=', first)
    .where('last_address', '>=', last)
    .executeTakeFirst()
  if (!member) throw invalidRequest(`subnet ${subnet} is not in any configured subnet pool`)
  if (length < member.min_prefix_length || length > member.max_prefix_length)
    throw invalidRequest(
      `external subnets of ${member.subnet} must have a prefix length from ${member.min_prefix_length} to ${member.max_prefix_length}`,
    )
  const held = await db
    .selectFrom('external_subnet')
    .select('id')
    .where('subnet_pool_member_id', '=', member.id)
    .where('first_address', '<=', last)
    .where('last_address', '>=', first)
    .limit(1)
    .executeTakeFirst()
  if (held) throw invalidRequest('Requested external subnet not available')
  return { member, subnet }
}

async function automatically(context: Context, { prefixLength: length, poolSelector }: Auto) {
  const pool = await atField('pool_selector', () => choosePool(context, poolSelector))
  const longest = MAX_PREFIX_LENGTH[pool.ip_version]
  const members: Member[] = await context.db
    .selectFrom('subnet_pool_member')
    .selectAll()
    .where('subnet_pool_id', '=', pool.id)
    .where('min_prefix_length', '<=', length)
    .where('max_prefix_length', '>=', length)
    .orderBy('first_address')
    .execute()
  if (members.length === 0 || length > longest)
    throw invalidRequest(`subnet pool "${pool.name}" has no subnets with a prefix length of ${length}`).at(
      'prefix_length',
      'not_allowed',
    )
  for (const member of members) {
    const subnet = await lowestFree(context, member, length, pool.ip_version)
    if (subnet) return { member, subnet }
  }
  throw insufficientCapacity('No external subnets of this size available').at('pool_selector', 'no_capacity')
}

/** Returns the lowest free subnet of a member. Takes time in its gaps, not in its allocated subnets. */
async function lowestFree(
  context: Context,
  { id, first_address, last_address }: Member,
  length: number,
  version: IpVersion,
): Promise<string | null> {
  for (let start: string | null = first_address; start; start = await nextGap(context, id, start)) {
    const held = await heldFrom(context, id, start)
    if (held === start) continue
    const last = held ? addressAt(valueOfFixed(held) - 1n) : last_address
    const subnet = lowestFreeSubnet({ first: start, last }, [], length, version)
    if (subnet) return subnet
  }
  return null
}

/** Returns the next address that is free and follows an allocated subnet, or null. */
async function nextGap({ db }: Context, memberId: string, after: string): Promise<string | null> {
  const gap = await db
    .selectFrom('address_gap')
    .select('address')
    .where('scope_id', '=', memberId)
    .where('address', '>', after)
    .orderBy('address')
    .limit(1)
    .executeTakeFirst()
  return gap?.address ?? null
}

/** Returns the first address of the next allocated subnet from an address on, or null. */
async function heldFrom({ db }: Context, memberId: string, from: string): Promise<string | null> {
  const held = await db
    .selectFrom('external_subnet')
    .select('first_address')
    .where('subnet_pool_member_id', '=', memberId)
    .where('first_address', '>=', from)
    .orderBy('first_address')
    .limit(1)
    .executeTakeFirst()
  return held?.first_address ?? null
}

async function choosePool(context: Context, selector: z.output<typeof PoolSelector>) {
  if (selector.type === 'explicit') return atField('pool', () => findLinkedSubnetPool(context, selector.pool))
  const all = await defaultSubnetPools(context, actorOf(context).siloId)
  const wanted = selector.ipVersion
  const fitting = all.filter(({ ip_version }) => !wanted || ip_version === wanted)
  if (fitting.length > 1)
    throw invalidRequest('multiple default subnet pools exist: specify ip_version or a pool').at(
      'ip_version',
      'required',
    )
  const [pool] = fitting
  if (!pool) throw notFoundPhrase('default subnet pool for current silo')
  return pool
}

/** @throws ApiError 400 if the silo has too many subnets of a pool. */
async function enforceSiloLimit(context: Context, poolId: string): Promise<void> {
  const { count } = await context.db
    .selectFrom('external_subnet')
    .innerJoin('project', 'project.id', 'external_subnet.project_id')
    .select((select) => select.fn.countAll().as('count'))
    .where('subnet_pool_id', '=', poolId)
    .where('project.silo_id', '=', actorOf(context).siloId)
    .executeTakeFirstOrThrow()
  enforceLimit('externalSubnets', Number(count))
}

/** Returns the family of a subnet. */
export const familyOfSubnet = (subnet: string): 'v4' | 'v6' =>
  present(ipVersion(subnet), 'the version of a subnet')
