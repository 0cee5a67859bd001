import type { TaskRow } from '../database/schema.ts'
import { describeError } from '../kit/base/describe-error.ts'
import type { Services } from '../kit/context/services.ts'
import { inStatements, systemContext } from '../kit/resources/transaction.ts'
import { type Ending, finish, postpone } from './queue.ts'
import type { TaskFunction } from './task-function.ts'

/** Failures that are no warning, because a retry settles them: a disk is deleted before its machine is gone. */
const PASSING_FAILURES = 2
const backoff = (attempts: number): number => Math.min(60_000, 500 * 2 ** attempts)

/**
 * Runs a leased task, and then removes it from the queue or postpones it.
 * @param given the services that the task gets.
 */
export async function carryOut(
  services: Services,
  given: Services,
  run: TaskFunction,
  task: TaskRow,
): Promise<Ending> {
  const { kind, key, attempts } = task
  const context = systemContext(services, `task ${kind}`)
  try {
    const outcome = await run(given, key)
    return await inStatements(context, async (inner) =>
      outcome ? postpone(inner, task, outcome.again, null) : finish(inner, task),
    )
  } catch (error) {
    const level = attempts < PASSING_FAILURES ? 'info' : 'warn'
    services.log(level, 'task failed', { task: kind, key, attempts, error: describeError(error) })
    return await inStatements(context, (inner) => postpone(inner, task, backoff(attempts), String(error)))
  }
}
