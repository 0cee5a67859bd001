import { instance } from '../kinds/instance.ts'
import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { externalIpView } from '../kinds/external-ip.ts'

export const externalIpHandlers = handlers({
  instanceExternalIpList: async (context, { path, query }) => {
    const found = await find(context, instance, { ...query, ...path }, 'read')
    const rows = await context.db
      .selectFrom('external_ip')
      .selectAll()
      .where('instance_id', '=', found.row.id)
      .orderBy('kind')
      .orderBy('ip')
      .execute()
    return { items: rows.map(externalIpView), nextPage: null }
  },
})
