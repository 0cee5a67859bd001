import { type Check, inProject, fromVisibleProjects } from '../check.ts'

/** Instances whose machine failed. */
export const instanceFailed: Check = {
  check: 'instance-failed',
  severity: 'error',
  resourceKind: 'instance',
  find: async (context) => {
    const rows = await fromVisibleProjects(context)
      .innerJoin('instance', 'instance.project_id', 'project.id')
      .select(['instance.id', 'instance.name', 'project.name as project_name'])
      .where('instance.run_state', '=', 'failed')
      .execute()
    return rows.map((row) => inProject(row, `Instance ${row.name} has failed`))
  },
}
