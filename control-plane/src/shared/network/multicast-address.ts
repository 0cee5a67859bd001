import { fixedWidth, ipVersion, normalizeIp } from '@granary/domain/ip.ts'
import { isAddress, isNameOfAddress, nameOfAddress } from '@granary/domain/multicast.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { MulticastGroupRow } from '../../database/schema.ts'
import { defaultPools } from '../../kinds/ip-pool.ts'
import { findGroup, lookUpGroup, multicastGroup } from '../../kinds/multicast-group.ts'
import { asField } from '../../kit/base/at-field.ts'
import { fleet } from '../../kit/resources/authorization.ts'
import { actorOf, type Context } from '../../kit/context/context.ts'
import { insufficientCapacity, invalidRequest, notFoundPhrase } from '../../kit/base/errors.ts'
import { enforceLimit } from '../../kit/base/limit.ts'
import { lowestFree } from './allocate.ts'
import type { JoinSpec } from './join-spec.ts'

type Place = { ip_pool_id: string; multicast_ip: string }

/** Returns the group of a request, and creates it if its name or address has none. @throws ApiError 400, 404 or 507. */
export async function findOrCreateGroup(
  context: Context,
  spec: JoinSpec,
  path: string | null,
): Promise<MulticastGroupRow> {
  const create = () => (isUuid(spec.group) ? findGroup(context, spec.group) : createGroup(context, spec))
  const found = await lookUpGroup(context, spec.group)
  const group = found ?? (await (path ? asField(path, create) : create()))
  const version = ipVersion(multicastGroup.view(group).multicastIp)
  if (spec.ipVersion && spec.ipVersion !== version)
    throw invalidRequest(`multicast group "${group.name}" has an IP${version} address`).at(
      'ip_version',
      'not_allowed',
    )
  return group
}

async function createGroup(context: Context, { group, ipVersion }: JoinSpec): Promise<MulticastGroupRow> {
  if (!isAddress(group) && isNameOfAddress(group))
    throw invalidRequest(
      `multicast group "${group}" does not exist: only groups of an address get such names`,
    )
  const place = isAddress(group) ? await placeOf(context, group) : await nextPlace(context, ipVersion)
  const name = isAddress(group) ? nameOfAddress(group) : group
  enforceLimit(
    'multicastGroups',
    await countGroups(context, place.ip_pool_id),
    context.services.settings.addressesPerSilo,
  )
  return multicastGroup.create(
    context,
    fleet,
    { name, description: '' },
    { ...place, source_ips: '[]', has_any_source_member: 0 },
  )
}

/** Counts the groups of a pool with members in the caller's silo. */
async function countGroups(context: Context, poolId: string): Promise<number> {
  const { count } = await context.db
    .selectFrom('multicast_group')
    .innerJoin('multicast_group_member', 'multicast_group_id', 'multicast_group.id')
    .innerJoin('instance', 'instance.id', 'instance_id')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .select((select) => select.fn.count('multicast_group.id').distinct().as('count'))
    .where('ip_pool_id', '=', poolId)
    .where('project.silo_id', '=', actorOf(context).siloId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the linked multicast pool that contains an address. @throws ApiError 400. */
async function placeOf(context: Context, address: string): Promise<Place> {
  const multicast_ip = fixedWidth(address)
  const range = await context.db
    .selectFrom('ip_pool_range')
    .innerJoin('ip_pool_silo', 'ip_pool_silo.ip_pool_id', 'ip_pool_range.ip_pool_id')
    .innerJoin('ip_pool', 'ip_pool.id', 'ip_pool_range.ip_pool_id')
    .select('ip_pool_range.ip_pool_id')
    .where('ip_pool_silo.silo_id', '=', actorOf(context).siloId)
    .where('ip_pool.pool_type', '=', 'multicast')
    .where('first_address', '<=', multicast_ip)
    .where('last_address', '>=', multicast_ip)
    .executeTakeFirst()
  if (!range) throw invalidRequest(`IP address ${normalizeIp(address)} is not in any multicast pool`)
  return { ...range, multicast_ip }
}

/** Returns the lowest free address of the silo's default multicast pool. @throws ApiError 400, 404 or 507. */
async function nextPlace(context: Context, version: JoinSpec['ipVersion']): Promise<Place> {
  const all = await defaultPools(context, actorOf(context).siloId, 'multicast')
  const [pool, ...others] = all.filter(({ ip_version }) => !version || ip_version === version)
  if (others.length > 0) throw invalidRequest('multiple default multicast pools exist: specify ip_version')
  if (!pool)
    throw notFoundPhrase(`default multicast ${version ? `IP${version}` : 'IP'} pool for current silo`)
  const multicast_ip = await lowestFree(context, 'multicast_group', pool.id)
  if (!multicast_ip) throw insufficientCapacity('No multicast addresses available')
  return { ip_pool_id: pool.id, multicast_ip }
}
