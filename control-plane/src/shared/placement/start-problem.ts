import { autoRestartEnabled } from '@granary/domain/instance-states.ts'
import type { InstanceRow } from '../../database/schema.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'
import type { Context } from '../../kit/context/context.ts'
import { ApiError } from '../../kit/base/errors.ts'
import type { Found } from '../../kit/resources/lookup.ts'
import type { Services } from '../../kit/context/services.ts'
import { siloOfProject } from '../../kinds/silo-of-project.ts'
import { checkQuota } from '../../kinds/charge.ts'
import { chooseSled } from './place.ts'
import { instance } from '../../kinds/instance.ts'

/**
 * Computes the current `start_problem` of an instance that has one: why a start would be refused, or null if it would
 * succeed. Reserves nothing.
 */
export async function startProblemNow(
  context: Context,
  { row, scope }: Found<'instance'>,
): Promise<string | null> {
  if (row.start_problem === null) return null
  try {
    await chooseSled(context, row)
    const { siloId } = scope
    await checkQuota(context, siloId, { cpus: row.ncpus, memory: row.memory, storage: 0 })
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** Stores the current `start_problem` if it has changed. */
export async function refreshStartProblem(context: Context, found: Found<'instance'>): Promise<void> {
  const start_problem = await startProblemNow(context, found)
  if (start_problem !== found.row.start_problem) await instance.update(context, found, { start_problem })
}

/** Instances per pass, so that a full rack with thousands of waiting instances does not block other work. */
const BATCH_SIZE = 50

/**
 * Room, quotas, groups and sleds change independently of the instances that wait for them. Each pass rechecks some of
 * these instances and stores the current problem.
 * @param after the cursor that the last pass returned; '' for the first pass.
 * @returns the cursor for the next pass.
 */
export async function reviewStartProblems(services: Services, after: string): Promise<string> {
  const rows = await waitingInstances(services, after).execute()
  for (const row of rows) if (!restartsByItself(row)) await review(services, row.id)
  return rows.length < BATCH_SIZE ? '' : (rows.at(-1)?.id ?? '')
}

/** Builds the query for the instances with a start problem after a cursor. An index contains them alone. */
export const waitingInstances = ({ db }: Pick<Services, 'db'>, after: string) =>
  db
    .selectFrom('instance')
    .select(['id', 'run_state', 'wanted_state', 'auto_restart_policy'])
    .where('start_problem', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)

type Waiting = Pick<InstanceRow, 'run_state' | 'wanted_state' | 'auto_restart_policy'>

/** The instance's auto-restart task retries the start and stores the problem itself. */
const restartsByItself = (row: Waiting): boolean =>
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
