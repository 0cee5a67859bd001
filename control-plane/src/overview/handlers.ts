import type { Context } from '../kit/context/context.ts'
import { handlers } from '../kinds/handler.ts'
import { countsOf } from './counts.ts'
import { recentChanges } from './recent.ts'
import { summariesOf } from './summaries.ts'

/** Failing instances of an overview. */
const MAX_SHOWN = 5

export const overviewHandlers = handlers({
  projectCounts: (context, { found }) => countsOf(context, found.row.id),

  projectOverview: async (context, { found }) => ({
    failing: await failing(context, found.row.id),
    recent: await recentChanges(context, found.row.id),
    usage: await usageOf(context, found.row.id),
  }),

  projectSummaries: async (context, { query }) => ({ items: await summariesOf(context, query) }),
})

/** Returns the first instances that failed, then those that wait for a start. */
async function failing(context: Context, projectId: string) {
  const some = () =>
    context.db
      .selectFrom('instance')
      .select(['id', 'name', 'run_state', 'time_run_state_updated', 'start_problem', 'note'])
      .where('project_id', '=', projectId)
  const failed = await some().where('run_state', '=', 'failed').orderBy('name').limit(MAX_SHOWN).execute()
  // Few instances wait, and an index holds only those.
  const waiting = await some()
    .where('start_problem', 'is not', null)
    .where('run_state', '!=', 'failed')
    .orderBy('name')
    .limit(MAX_SHOWN)
    .execute()
  return [...failed, ...waiting].slice(0, MAX_SHOWN).map((row) => ({
    id: row.id,
    name: row.name,
    runState: row.run_state,
    timeRunStateUpdated: row.time_run_state_updated,
    startProblem: row.start_problem,
    note: row.note,
  }))
}

async function usageOf(context: Context, projectId: string) {
  const row = await context.db
    .selectFrom('provisioned')
    .select(['cpus', 'memory', 'storage'])
    .where('scope_id', '=', projectId)
    .executeTakeFirst()
  return row ?? { cpus: 0, memory: 0, storage: 0 }
}
