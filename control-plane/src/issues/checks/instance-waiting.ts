import { startProblemWords } from '@granary/domain/start-problem.ts'
import { sql } from 'kysely'
import { projectCheck } from '../project-check.ts'

/** Instances that wait for a place or quota to start. An index holds only those. */
export const instanceWaiting = projectCheck({
  check: 'instance-waiting',
  severity: 'error',
  resourceKind: 'instance',
  table: 'instance',
  where: () => sql`instance.start_problem is not null`,
  message: ({ name, startProblem }) =>
    `Instance ${name} can't start yet: ${startProblemWords(startProblem ?? '')}`,
  count: (counted) => `has ${counted('instance')} that can't start yet`,
})
