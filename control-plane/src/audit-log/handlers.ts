import { handlers } from '../kinds/handler.ts'
import { entryView } from './entry-view.ts'
import { pageOfEntries } from './page.ts'

const DAY_MS = 86_400_000

export const auditLogHandlers = handlers({
  auditLogList: async (context, { query }) => {
    const { rows, nextPage } = await pageOfEntries(context, query)
    return { items: rows.map(entryView), nextPage }
  },
  logRetentionView: async ({ services: { settings } }) => ({
    auditLogDays: settings.auditLogRetention / DAY_MS,
    changeLogDays: settings.changeLogRetention / DAY_MS,
  }),
})
