import { type Check, inProject, fromVisibleProjects } from '../check.ts'

/** Floating IPs that no instance uses. The index by instance finds them. */
export const floatingIpUnused: Check = {
  check: 'floating-ip-unused',
  severity: 'hint',
  resourceKind: 'floating-ip',
  find: async (context) => {
    const rows = await fromVisibleProjects(context)
      .innerJoin('external_ip', 'external_ip.project_id', 'project.id')
      .select(['external_ip.id', 'external_ip.name', 'project.name as project_name'])
      .where('external_ip.kind', '=', 'floating')
      .where('external_ip.instance_id', 'is', null)
      .execute()
    return rows.map((row) => inProject(row, `Floating IP ${row.name} is attached to no instance`))
  },
}
