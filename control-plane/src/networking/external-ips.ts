import { handlers } from '../kinds/handler.ts'
import { externalIpView } from '../kinds/external-ip.ts'

export const externalIpHandlers = handlers({
  instanceExternalIpList: async (context, { found }) => {
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
