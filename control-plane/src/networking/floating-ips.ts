import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/pagination.ts'
import { floatingIpView } from '../kinds/external-ip.ts'

export const floatingIpHandlers = handlers({
  floatingIpList: async (context, { query, found }) => {
    const addresses = context.db
      .selectFrom('external_ip')
      .selectAll()
      .where('project_id', '=', found.row.id)
      .where('kind', '=', 'floating')
    const { rows, nextPage } = await takePage(
      addresses,
      query,
      { name: 'name', id: 'id' },
      (row, by) => row[by] ?? '',
    )
    return { items: rows.map(floatingIpView), nextPage }
  },

  floatingIpView: async (context, { found }) => floatingIpView(found.row),
})
