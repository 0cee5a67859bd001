import { autoRestartEnabled } from '@granary/domain/instance-states.ts'
import type { InstanceRow } from '../../database/schema.ts'
import { inTransaction, systemContext } from '../../kit/transaction.ts'
import type { ProjectScope } from '../../kit/authorization.ts'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/errors.ts'
import type { Found } from '../../kit/lookup.ts'
import type { Services } from '../../kit/services.ts'
import { siloOfProject } from '../../kinds/silo-of-project.ts'
import { checkQuota } from '../../kinds/charge.ts'
import { chooseSled } from './place.ts'
import { instance } from '../../kinds/instance.ts'

/**
 * What `start_problem` has to say by now, of an instance on which it says anything: why a start would be refused, or null
 * when nothing stands against it any more. Nothing is taken.
 */
export async function startProblemNow(
  context: Context,
  { row, scope }: Found<'instance'>,
): Promise<string | null> {
  if (row.start_problem === null) return null
  try {
    await chooseSled(context, row)
    const { siloId } = scope as ProjectScope
    await checkQuota(context, siloId, { cpus: row.ncpus, memory: row.memory, storage: 0 })
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** Writes down what `start_problem` has to say by now, where that is something else. */
export async function refreshStartProblem(context: Context, found: Found<'instance'>): Promise<void> {
  const start_problem = await startProblemNow(context, found)
  if (start_problem !== found.row.start_problem) await instance.update(context, found, { start_problem })
}

/** How many instances are looked at in one go, so that a rack that is full for thousands has time for other things. */
const AT_ONCE = 50

/**
 * Room, quotas, groups and sleds change without the instances that wait for them; this looks at some of those again, and
 * writes down what holds now.
 * @param after where the last look ended; the first one begins with ''.
 * @returns where the next look begins.
 */
export async function reviewStartProblems(services: Services, after: string): Promise<string> {
  const rows = await services.db
    .selectFrom('instance')
    .selectAll()
    .where('start_problem', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  for (const row of rows) if (!restartsByItself(row)) await review(services, row.id)
  return rows.length < AT_ONCE ? '' : rows.at(-1)!.id
}

/** Its own task tries to start it again, and writes down why it cannot. */
const restartsByItself = (row: InstanceRow): boolean =>
  row.run_state === 'failed' && row.wanted_state === 'running' && autoRestartEnabled(row.auto_restart_policy)

const review = (services: Services, id: string): Promise<void> =>
  inTransaction(systemContext(services, 'start_problem'), async (context) => {
    const row = await context.db.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    const found = {
      row,
      scope: { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) },
    }
    await refreshStartProblem(context, found)
  })
