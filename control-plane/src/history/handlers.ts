import { HISTORY_PAGE } from '@granary/contract/history.ts'
import type { Context } from '../kit/context/context.ts'
import { handlers } from '../kinds/handler.ts'
import { audienceOf, linkedSilos, mayReadChange } from '../shared/change-log/audience.ts'
import { entryView } from './entry-view.ts'
import { changesOf } from './stored-changes.ts'

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
    const next = rows.length < HISTORY_PAGE ? undefined : Number(rows.at(-1)?.seq)
    if (readable.length > 0) return { readable, nextBefore: next ?? null }
    if (next === undefined) break
    from = next
  }
  return { readable: [], nextBefore: null }
}
