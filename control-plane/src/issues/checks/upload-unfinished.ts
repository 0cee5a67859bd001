import { type Check, inProject, fromVisibleProjects } from '../check.ts'

/** Disks of unfinished uploads. A running upload renews the lease of its disk. */
export const uploadUnfinished: Check = {
  check: 'upload-unfinished',
  severity: 'warning',
  resourceKind: 'disk',
  find: async (context) => {
    const now = context.clock.now().toISOString()
    const rows = await fromVisibleProjects(context)
      .innerJoin('disk', 'disk.project_id', 'project.id')
      .leftJoin('import_lease', 'import_lease.disk_id', 'disk.id')
      .select(['disk.id', 'disk.name', 'project.name as project_name'])
      .where('disk.state', 'in', ['import_ready', 'importing_from_bulk_writes'])
      .where((where) =>
        where.or([where('import_lease.held_until', 'is', null), where('import_lease.held_until', '<', now)]),
      )
      .execute()
    return rows.map((row) => inProject(row, `The upload into disk ${row.name} was not finished`))
  },
}
