import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/named.ts'
import type { Resource } from '../kit/resource.ts'
import { floatingIpView } from '../kinds/external-ip.ts'

/** Floating addresses have the columns of named resources, in a table with others that have no name. */
const floatingIps = { table: 'external_ip', view: floatingIpView } as unknown as Resource<
  'vpc',
  ReturnType<typeof floatingIpView>
>

export const floatingIpHandlers = handlers({
  floatingIpList: {
    kept: async (context, { query, found }) =>
      listNamed(context, floatingIps, { project_id: found.row.id, kind: 'floating' }, query),
  },

  floatingIpView: async (context, { found }) => floatingIpView(found.row),
})
