import type { Context } from '../kit/context/context.ts'
import { type PageQuery, takePage } from '../kit/request/pagination.ts'

/** Returns a page of the instances that hold a place on a sled. */
export async function sledInstances({ db }: Pick<Context, 'db'>, sledId: string, query: PageQuery) {
  const instances = db
    .selectFrom('instance')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .innerJoin('silo', 'silo.id', 'project.silo_id')
    .select([
      'instance.id',
      'instance.name',
      'instance.run_state',
      'instance.ncpus',
      'instance.memory',
      'instance.time_created',
      'instance.time_modified',
      'project.name as project_name',
      'silo.name as silo_name',
    ])
    .where('instance.sled_id', '=', sledId)
  const { rows, nextPage } = await takePage(instances, query, { id: 'instance.id' }, (row) => row.id)
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      siloName: row.silo_name,
      projectName: row.project_name,
      activeSledId: sledId,
      migrationId: null,
      state: row.run_state,
      ncpus: row.ncpus,
      memory: row.memory,
      timeCreated: row.time_created,
      timeModified: row.time_modified,
    })),
    nextPage,
  }
}
