import { HISTORY_PAGE } from '@granary/contract/history.ts'
import type { Context } from '../kit/context.ts'
import { handlers } from '../kinds/handler.ts'
import { audienceOf, linkedSilos, mayReadChange } from '../shared/change-log/audience.ts'
import { entryView } from './entry-view.ts'

export const historyHandlers = handlers({
  resourceHistory: async (context, { path, query }) => {
    const { clock, services } = context
    const rows = await changesOf(context, path.resourceId, query.before)
    const linked = await linkedSilos(context, rows)
    const readable = rows.filter((row) => mayReadChange(context, audienceOf(row, linked)))
    return {
      items: readable.map((row) => entryView(context, row)),
      nextBefore: rows.length < HISTORY_PAGE || readable.length === 0 ? null : Number(rows.at(-1)!.seq),
      keptSince: new Date(clock.now().getTime() - services.settings.changeLogRetention).toISOString(),
    }
  },
})

export type StoredChange = Awaited<ReturnType<typeof changesOf>>[number]

/** The entry of the audit log has the ID of its request. */
const changesOf = ({ db }: Context, id: string, before: number | undefined) =>
  db
    .selectFrom('change_log')
    .leftJoin('silo_user', 'silo_user.id', 'change_log.actor_id')
    .leftJoin('audit_log', 'audit_log.id', 'change_log.request_id')
    .selectAll('change_log')
    .select(['silo_user.display_name', 'audit_log.source_ip', 'audit_log.user_agent'])
    .where('resource_id', '=', id)
    .$if(before !== undefined, (some) => some.where('seq', '<', before!))
    .orderBy('seq', 'desc')
    .limit(HISTORY_PAGE)
    .execute()
