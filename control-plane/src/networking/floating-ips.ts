import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { takePage } from '../kit/pagination.ts'
import { project } from '../kinds/project.ts'
import { floatingIpView } from '../kinds/external-ip.ts'
import { findFloatingIp } from '../kinds/floating-ip.ts'

export const floatingIpHandlers = handlers({
  floatingIpList: async (context, { query }) => {
    const found = await find(context, project, query, 'list_contents')
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

  floatingIpView: async (context, { path, query }) =>
    floatingIpView((await findFloatingIp(context, { ...query, ...path })).row),
})
