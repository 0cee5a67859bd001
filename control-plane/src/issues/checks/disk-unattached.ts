import { type Check, inProject, fromVisibleProjects } from '../check.ts'

/** Disks that no instance uses, although they count against the quota. */
export const diskUnattached: Check = {
  check: 'disk-unattached',
  severity: 'hint',
  resourceKind: 'disk',
  find: async (context) => {
    const rows = await fromVisibleProjects(context)
      .innerJoin('disk', 'disk.project_id', 'project.id')
      .select(['disk.id', 'disk.name', 'project.name as project_name'])
      .where('disk.state', '=', 'detached')
      .execute()
    return rows.map((row) => inProject(row, `Disk ${row.name} is attached to no instance`))
  },
}
