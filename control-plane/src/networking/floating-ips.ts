import { FLOATING_IP_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { address, taggedSources, reference } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/resources/named.ts'
import type { Resource } from '../kit/resources/resource.ts'
import { floatingIpView } from '../kinds/external-ip.ts'

/** Floating addresses have the columns of named resources, in a table with others that have no name. */
const floatingIps = {
  table: 'external_ip',
  filter: listFilter(FLOATING_IP_FIELDS, {
    ...taggedSources,
    address: address('ip'),
    instance: reference('instance', 'instance_id'),
    pool: reference('ip_pool', 'ip_pool_id'),
  }),
  view: floatingIpView,
} as unknown as Resource<'vpc', ReturnType<typeof floatingIpView>>

export const floatingIpHandlers = handlers({
  floatingIpList: async (context, { query, found }) =>
    listNamed(context, floatingIps, { project_id: found.row.id, kind: 'floating' }, query),

  floatingIpView: async (context, { found }) => floatingIpView(found.row),
})
