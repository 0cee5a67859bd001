import { HISTORY_PAGE } from '@granary/contract/history.ts'
import type { Context } from '../kit/context.ts'
import { handlers } from '../kinds/handler.ts'
import { audienceOf, linkedSilos, mayReadChange } from '../shared/change-log/audience.ts'
import { entryView } from './entry-view.ts'

export const historyHandlers = handlers({
  resourceHistory: async (context, { path, query }) => {
    const { clock, services } = context
    const { readable, nextBefore } = await readablePage(context, path.resourceId, query.before)
    return {
      items: readable.map((row) => entryView(context, row)),
      nextBefore,
      keptSince: new Date(clock.now().getTime() - services.settings.changeLogRetention).toISOString(),
    }
  },
})

/** Pages that one answer reads. A promoted image may have many changes that the caller can't read. */
const MAX_PAGES = 20

/**
 * Returns the first page with a change that the caller may read. Without one, `nextBefore` is null, or it would reveal
 * that a hidden resource exists.
 */
async function readablePage(context: Context, id: string, before: number | undefined) {
  let from = before
  for (let page = 0; page < MAX_PAGES; page++) {
    const rows = await changesOf(context, id, from)
    const linked = await linkedSilos(context, rows)
    const readable = rows.filter((row) => mayReadChange(context, audienceOf(row, linked)))
    const next = rows.length < HISTORY_PAGE ? undefined : Number(rows.at(-1)!.seq)
    if (readable.length > 0) return { readable, nextBefore: next ?? null }
    if (next === undefined) break
    from = next
  }
  return { readable: [], nextBefore: null }
}

export type StoredChange = Awaited<ReturnType<typeof changesOf>>[number]

/** The entry of the audit log has the ID of its request. */
const changesOf = ({ db }: Context, id: string, before: number | undefined) =>
  db
    .selectFrom('change_log')
    .leftJoin('silo_user', 'silo_user.id', 'change_log.actor_id')
    .leftJoin('audit_log', 'audit_log.id', 'change_log.request_id')
    .selectAll('change_log')
    .select(['silo_user.display_name', 'silo_user.silo_id as actor_silo_id'])
    .select(['audit_log.actor_silo_id as audited_silo_id', 'audit_log.source_ip', 'audit_log.user_agent'])
    .where('resource_id', '=', id)
    .$if(before !== undefined, (some) => some.where('seq', '<', before!))
    .orderBy('seq', 'desc')
    .limit(HISTORY_PAGE)
    .execute()
