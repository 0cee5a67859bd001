import { present } from '../kit/base/present.ts'
import { findSilo } from '../kinds/find-silo.ts'
import { handlers } from '../kinds/handler.ts'
import { defaultLike, ipPoolLink, ipPoolLinkView } from '../kinds/ip-pool-link.ts'
import { atField } from '../kit/base/at-field.ts'
import type { Context } from '../kit/context/context.ts'
import { alreadyExists, invalidRequest } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { attachToDefaultGateways, detachFromGateways } from './ip-pool-gateways.ts'
import { linkOf } from './pool-links.ts'

export const ipPoolSiloHandlers = handlers({
  systemIpPoolSiloList: async (context, { query, found }) => {
    const { items, nextPage } = await ipPoolLink.page(context, found.row.id, query)
    return { items: items.map(ipPoolLinkView), nextPage }
  },

  systemIpPoolSiloLink: async (context, { body: { silo, isDefault }, found: { row: pool } }) => {
    if (pool.assignment === 'system_services')
      throw invalidRequest('IP pools of the system services cannot be linked to silos')
    const { id: siloId } = await atField('silo', () => findSilo(context, silo, 'read'))
    if (await ipPoolLink.find(context, pool.id, siloId))
      throw alreadyExists(ipPoolLink.kind, pool.name, null).at(
        'silo',
        'already_exists',
        'The pool is already linked to this silo',
      )
    const before = isDefault && (await defaultLike(context, siloId, pool))
    if (before)
      throw alreadyExists(ipPoolLink.kind, before.name, null).at(
        'is_default',
        'already_exists',
        `The silo's default IP${pool.ip_version} ${pool.pool_type} pool is ${before.name}`,
      )
    const link = await ipPoolLink.create(context, pool, siloId, isDefault)
    if (isDefault && pool.pool_type === 'unicast') await attachToDefaultGateways(context, pool, siloId)
    return ipPoolLinkView(link)
  },

  systemIpPoolSiloUpdate: async (context, { path, body: { isDefault }, found: { row: pool } }) => {
    const link = await linkOf(context, ipPoolLink, pool, path.silo)
    const before = isDefault && (await defaultLike(context, link.siloId, pool))
    if (before && before.id !== pool.id) {
      const former = await ipPoolLink.find(context, before.id, link.siloId)
      await ipPoolLink.setDefault(context, before, present(former, 'the former default'), false)
    }
    return ipPoolLinkView(await ipPoolLink.setDefault(context, pool, link, isDefault))
  },

  systemIpPoolSiloUnlink: async (context, { path, found }) => {
    const link = await linkOf(context, ipPoolLink, found.row, path.silo)
    const used = await context.db
      .selectFrom('external_ip')
      .innerJoin('project', 'project.id', 'external_ip.project_id')
      .select('external_ip.id')
      .where('external_ip.ip_pool_id', '=', found.row.id)
      .where('project.silo_id', '=', link.siloId)
      .limit(1)
      .executeTakeFirst()
    if (used || (await hasGroupMembers(context, found.row.id, link.siloId)))
      throw invalidRequest('IP addresses from this pool are in use in the linked silo')
    await unlink(context, found, link)
  },
})

/** Whether instances of a silo are in multicast groups at addresses of a pool. */
async function hasGroupMembers({ db }: Context, poolId: string, siloId: string): Promise<boolean> {
  const member = await db
    .selectFrom('multicast_group_member')
    .innerJoin('multicast_group', 'multicast_group.id', 'multicast_group_id')
    .innerJoin('instance', 'instance.id', 'instance_id')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .select('multicast_group_member.id')
    .where('ip_pool_id', '=', poolId)
    .where('project.silo_id', '=', siloId)
    .limit(1)
    .executeTakeFirst()
  return member !== undefined
}

/** Deletes all links of a pool, with its attachments to internet gateways. */
export async function unlinkAll(context: Context, found: Found<'ip_pool'>): Promise<void> {
  for (const link of await ipPoolLink.all(context, found.row.id)) await unlink(context, found, link)
}

async function unlink(
  context: Context,
  { row }: Found<'ip_pool'>,
  link: Awaited<ReturnType<typeof linkOf>>,
): Promise<void> {
  await detachFromGateways(context, row.id, link.siloId)
  await ipPoolLink.remove(context, row, link)
}
