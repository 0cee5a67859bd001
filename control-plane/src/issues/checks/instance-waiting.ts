import { type Check, inProject, fromVisibleProjects } from '../check.ts'

/** Instances that wait for a place or quota to start. An index holds only those. */
export const instanceWaiting: Check = {
  check: 'instance-waiting',
  severity: 'error',
  resourceKind: 'instance',
  find: async (context) => {
    const rows = await fromVisibleProjects(context)
      .innerJoin('instance', 'instance.project_id', 'project.id')
      .select(['instance.id', 'instance.name', 'instance.start_problem', 'project.name as project_name'])
      .where('instance.start_problem', 'is not', null)
      .execute()
    return rows.map((row) => inProject(row, `Instance ${row.name} can't start yet: ${row.start_problem}`))
  },
}
