import { handlers } from '../kinds/handler.ts'
import { contract } from '@granary/contract/contract.ts'
import { updatesTrustRoot, updatesTrustRootView } from '../kinds/system-update.ts'
import type { UpdatesTrustRootRow } from '../database/schema.ts'
import { answer } from '../kit/request/answer.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { enforceLimit } from '../kit/base/limit.ts'
import { takePage } from '../kit/request/pagination.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { releaseFilesOf, withRefusals } from './release-files.ts'

export const trustRootHandlers = handlers({
  systemUpdateTrustRootList: async ({ db }, { query }) => {
    const roots = db.selectFrom('updates_trust_root').selectAll()
    const { rows, nextPage } = await takePage(roots, query, { id: 'id' }, (row) => row.id)
    return { items: rows.map(updatesTrustRootView), nextPage }
  },

  // Runs outside a transaction because the host checks the signatures.
  systemUpdateTrustRootCreate: {
    raw: async (context, { body }) => {
      await withRefusals(() => releaseFilesOf(context).checkRoot(body))
      const row = await inTransaction(context, async (inner) => {
        const { count } = await inner.db
          .selectFrom('updates_trust_root')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        enforceLimit('trustRoots', Number(count))
        return updatesTrustRoot.create(inner, fleet, {
          id: crypto.randomUUID(),
          root_role: JSON.stringify(body),
          time_created: now(inner),
        })
      })
      return answer(contract.systemUpdateTrustRootCreate, updatesTrustRootView(row))
    },
  },

  systemUpdateTrustRootView: async (context, { path }) =>
    updatesTrustRootView(await trustRootWith(context, path.trustRootId)),

  systemUpdateTrustRootDelete: async (context, { path }) => {
    const row = await trustRootWith(context, path.trustRootId)
    await updatesTrustRoot.remove(context, { row, scope: fleet })
  },
})

/** @throws ApiError 404. */
async function trustRootWith({ db }: Context, id: string): Promise<UpdatesTrustRootRow> {
  const row = await db.selectFrom('updates_trust_root').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('updates-trust-root', { id })
  return row
}
