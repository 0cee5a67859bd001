import { fleet, may } from '../kit/resources/authorization.ts'
import { forbidden } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/request/pagination.ts'
import { findSilo } from '../kinds/find-silo.ts'
import { quotasOf, quotasView, refuseOutOfRange, updateQuotas } from '../kinds/quota.ts'
import { utilization } from './utilization.ts'

export const quotaHandlers = handlers({
  systemQuotasList: async (context, { query }) => {
    const rows = context.db.selectFrom('silo_quota').selectAll()
    const page = await takePage(rows, query, { id: 'silo_id' }, (row) => row.silo_id)
    return { items: page.rows.map(quotasView), nextPage: page.nextPage }
  },

  siloQuotasView: async (context, { found }) => quotasView(await quotasOf(context.db, found.row.id)),

  siloQuotasUpdate: async (context, { path, body }) => {
    const { id, name } = await findSilo(context, path.silo, 'read')
    // Admins of the silo cannot change its quotas: they would be no limit then.
    if (!may(context, fleet, 'modify_silos'))
      throw forbidden('the quotas of a silo are set by operators (collaborators of the fleet)')
    refuseOutOfRange('update', body)
    return quotasView(await updateQuotas(context, { id, name }, body))
  },

  ...utilization,
})
