import { sql } from 'kysely'
import { projectCheck } from '../project-check.ts'

/** Instances whose machine failed. */
export const instanceFailed = projectCheck({
  check: 'instance-failed',
  severity: 'error',
  resourceKind: 'instance',
  table: 'instance',
  where: () => sql`instance.run_state = 'failed'`,
  message: ({ name, note }) => `Instance ${name} has failed${note === null ? '' : `: ${note}`}`,
  count: (counted) => `has ${counted('failed instance')}`,
})
