import { present } from '../kit/base/present.ts'
import { findSilo } from '../kinds/find-silo.ts'
import { handlers } from '../kinds/handler.ts'
import { defaultSubnetPools, subnetPoolLink, subnetPoolLinkView } from '../kinds/subnet-pool.ts'
import type { SubnetPoolRow } from '../database/schema.ts'
import { atField } from '../kit/base/at-field.ts'
import type { Context } from '../kit/context/context.ts'
import { alreadyExists, invalidRequest } from '../kit/base/errors.ts'
import { linkOf } from './pool-links.ts'

export const subnetPoolSiloHandlers = handlers({
  systemSubnetPoolSiloList: async (context, { query, found }) => {
    const { items, nextPage } = await subnetPoolLink.page(context, found.row.id, query)
    return { items: items.map(subnetPoolLinkView), nextPage }
  },

  systemSubnetPoolSiloLink: async (context, { body: { silo, isDefault }, found: { row: pool } }) => {
    const { id: siloId } = await atField('silo', () => findSilo(context, silo, 'read'))
    if (await subnetPoolLink.find(context, pool.id, siloId))
      throw alreadyExists(subnetPoolLink.kind, pool.name, null).at(
        'silo',
        'already_exists',
        'The pool is already linked to this silo',
      )
    const before = isDefault && (await defaultLike(context, siloId, pool))
    if (before)
      throw alreadyExists(subnetPoolLink.kind, before.name, null).at(
        'is_default',
        'already_exists',
        `The silo's default IP${pool.ip_version} subnet pool is ${before.name}`,
      )
    return subnetPoolLinkView(await subnetPoolLink.create(context, pool, siloId, isDefault))
  },

  systemSubnetPoolSiloUpdate: async (context, { path, body: { isDefault }, found: { row: pool } }) => {
    const link = await linkOf(context, subnetPoolLink, pool, path.silo)
    const before = isDefault && (await defaultLike(context, link.siloId, pool))
    if (before && before.id !== pool.id) {
      const former = await subnetPoolLink.find(context, before.id, link.siloId)
      await subnetPoolLink.setDefault(context, before, present(former, 'the former default'), false)
    }
    return subnetPoolLinkView(await subnetPoolLink.setDefault(context, pool, link, isDefault))
  },

  systemSubnetPoolSiloUnlink: async (context, { path, found: { row: pool } }) => {
    const link = await linkOf(context, subnetPoolLink, pool, path.silo)
    const used = await context.db
      .selectFrom('external_subnet')
      .innerJoin('project', 'project.id', 'external_subnet.project_id')
      .select('external_subnet.id')
      .where('external_subnet.subnet_pool_id', '=', pool.id)
      .where('project.silo_id', '=', link.siloId)
      .limit(1)
      .executeTakeFirst()
    if (used) throw invalidRequest('External subnets from this pool are in use in the linked silo')
    await subnetPoolLink.remove(context, pool, link)
  },
})

const defaultLike = async (context: Context, siloId: string, { ip_version }: SubnetPoolRow) =>
  (await defaultSubnetPools(context, siloId)).find((one) => one.ip_version === ip_version)
