import { handlers } from '../kinds/handler.ts'
import { entryView } from './entry-view.ts'
import { pageOfEntries } from './page.ts'

export const auditLogHandlers = handlers({
  auditLogList: async (context, { query }) => {
    const { rows, nextPage } = await pageOfEntries(context, query)
    return { items: rows.map(entryView), nextPage }
  },
})
