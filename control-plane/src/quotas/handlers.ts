import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { fleet, may } from '../kit/authorization.ts'
import { record } from '../kit/changes.ts'
import { forbidden } from '../kit/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/pagination.ts'
import { findSilo } from '../kinds/find-silo.ts'
import { refuseOutOfRange } from '../kinds/quota.ts'
import { utilization } from './utilization.ts'

export const quotaHandlers = handlers({
  systemQuotasList: async (context, { query }) => {
    const rows = context.db.selectFrom('silo_quota').selectAll()
    const page = await takePage(rows, query, { id: 'silo_id' }, (row) => row.silo_id)
    return { items: page.rows.map(view), nextPage: page.nextPage }
  },

  siloQuotasView: async (context, { found }) => view(await quotasOf(context.db, found.row.id)),

  siloQuotasUpdate: async (context, { path, body }) => {
    const { id, name } = await findSilo(context, path.silo, 'read')
    // Not by administrators of the silo: then it would be no limit.
    if (!may(context, fleet, 'modify_silos'))
      throw forbidden('the quotas of a silo are set by operators (collaborators of the fleet)')
    refuseOutOfRange('update', body)
    const before = await quotasOf(context.db, id)
    const after = {
      silo_id: id,
      cpus: body.cpus ?? before.cpus,
      memory: body.memory ?? before.memory,
      storage: body.storage ?? before.storage,
    }
    await context.db.updateTable('silo_quota').set(after).where('silo_id', '=', id).execute()
    const place = { siloId: id, projectId: null, parentId: null }
    record(context, {
      kind: 'silo-quotas',
      action: 'updated',
      id,
      name,
      ...place,
      before: view(before),
      after: view(after),
    })
    return view(after)
  },

  ...utilization,
})

const quotasOf = (db: Kysely<Database>, siloId: string) =>
  db.selectFrom('silo_quota').selectAll().where('silo_id', '=', siloId).executeTakeFirstOrThrow()

const view = ({ silo_id: siloId, cpus, memory, storage }: Database['silo_quota']) => ({
  siloId,
  cpus,
  memory,
  storage,
})
