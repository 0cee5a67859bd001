import { sql } from 'kysely'
import { projectCheck } from '../project-check.ts'

/** Disks that no instance uses, although they count against the quota. */
export const diskUnattached = projectCheck({
  check: 'disk-unattached',
  severity: 'hint',
  resourceKind: 'disk',
  table: 'disk',
  where: () => sql`disk.state = 'detached'`,
  message: ({ name }) => `Disk ${name} is attached to no instance`,
  count: (counted) => `has ${counted('disk')} attached to no instance`,
})
