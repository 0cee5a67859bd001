import { sql } from 'kysely'
import { projectCheck } from '../project-check.ts'

/** Disks of unfinished uploads. A running upload renews the lease of its disk. */
export const uploadUnfinished = projectCheck({
  check: 'upload-unfinished',
  severity: 'warning',
  resourceKind: 'disk',
  table: 'disk',
  where: (now) => sql`
    disk.state in ('import_ready', 'importing_from_bulk_writes')
    and not exists (select 1 from import_lease where disk_id = disk.id and held_until >= ${now})`,
  message: ({ name }) => `The upload into disk ${name} was not finished`,
  count: (counted) => `has ${counted('unfinished upload')}`,
})
